import { idHash } from '@chatferry/contract';
import type { FollowState } from './follow-state.ts';

/** A row when it was read: all rows of a query with one key. */
export interface ReadRow {
  readonly query: string;
  readonly range: number;
  readonly key: string;
  readonly digest: number;
  /** The ids of the records made of the row; empty for a row that was rejected or left out. */
  readonly ids: readonly string[];
}

/** A row when it was last planned. */
export interface PlannedRow {
  readonly digest: number;
  readonly ids: readonly string[];
}

export function plannedRow(
  state: FollowState,
  { query, range, key }: Pick<ReadRow, 'query' | 'range' | 'key'>,
): PlannedRow | undefined {
  const row = state
    .sql('SELECT digest, ids FROM rows WHERE query = ? AND range = ? AND key = ?')
    .get(query, range, key) as { digest: number; ids: string } | undefined;
  return row && { digest: row.digest, ids: JSON.parse(row.ids) as string[] };
}

/** The digest of a row that is gone, while its records may still have to be removed. */
export const HELD = 0;

/** The keys of the rows that became a record and are not gone. */
export function keysOfId(state: FollowState, query: string, id: string): string[] {
  const rows = state
    .sql('SELECT key FROM row_ids WHERE query = ? AND hash = ?')
    .all(query, idHash(id)) as { key: string }[];
  return rows.map(({ key }) => key);
}

/** Stores a row as it is planned now. @param before the row as it was planned before */
export function keepRow(state: FollowState, row: ReadRow, before: PlannedRow | undefined): void {
  const { query, range, key, digest, ids } = row;
  forgetIds(
    state,
    row,
    (before?.ids ?? []).filter((id) => !ids.includes(id)),
  );
  state
    .sql('INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?, ?)')
    .run(query, range, key, digest, JSON.stringify(ids));
  for (const id of ids)
    state.sql('INSERT OR IGNORE INTO row_ids VALUES (?, ?, ?)').run(query, idHash(id), key);
}

/** Keeps a gone row with the ids of records that may still have to be removed. Other rows may take these ids. */
export function holdRow(
  state: FollowState,
  place: Pick<ReadRow, 'query' | 'range' | 'key'>,
  ids: readonly string[],
  before: PlannedRow | undefined,
): void {
  keepRow(state, { ...place, digest: HELD, ids }, before);
  forgetIds(state, place, ids);
}

/** Forgets a row that is gone. */
export function forgetRow(
  state: FollowState,
  place: Pick<ReadRow, 'query' | 'range' | 'key'>,
  before: PlannedRow | undefined,
): void {
  const { query, range, key } = place;
  forgetIds(state, place, before?.ids ?? []);
  state.sql('DELETE FROM rows WHERE query = ? AND range = ? AND key = ?').run(query, range, key);
}

function forgetIds(
  state: FollowState,
  { query, key }: Pick<ReadRow, 'query' | 'key'>,
  ids: readonly string[],
): void {
  const forget = state.sql('DELETE FROM row_ids WHERE query = ? AND hash = ? AND key = ?');
  for (const id of ids) forget.run(query, idHash(id), key);
}

/** The number of planned rows of a query. */
export function countRows(state: FollowState, query: string): number {
  return state.sql('SELECT count(*) AS rows FROM rows WHERE query = ?').get(query)![
    'rows'
  ] as number;
}
