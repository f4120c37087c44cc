import { rangeOfKey } from '@chatferry/sources';
import { GONE_RANGE, isGoneKey } from '../changes/gone-keys.ts';
import { isOpen } from '../changes/open-records.ts';
import type { RungKey, WaitReason } from '../changes/rung-keys.ts';
import type { FollowState } from '../state/follow-state.ts';
import {
  countRows,
  keysOfId,
  type PlannedRow,
  plannedRow,
  type ReadRow,
} from '../state/planned-rows.ts';
import type { OpenSources, SourceQuery } from './changed-rows.ts';
import type { FollowedInputs } from './followed-inputs.ts';

/** The decision about a key. */
export type KeyOutcome =
  /** The row is planned, or unchanged, or rejected for its content. */
  | { readonly is: 'planned'; readonly row: ReadRow }
  /** The row is gone. */
  | { readonly is: 'gone' }
  /** The row is planned later. @param row undefined for a row that is gone */
  | {
      readonly is: 'waiting';
      readonly reason: WaitReason;
      readonly waitFor: string | null;
      readonly row: ReadRow | undefined;
    };

export interface DecidedKey {
  readonly rung: RungKey;
  readonly range: number;
  /** The row as it was planned before. */
  readonly before: PlannedRow | undefined;
  /** Former ids of the row whose records have failed. A retry may send these records, and then they have to be removed. */
  readonly unsent: readonly string[];
  /** Former ids of the row whose records stay in the app. Known once the segment is compiled. */
  readonly staying: readonly string[];
  readonly outcome: KeyOutcome;
}

interface DecidingTask {
  readonly state: FollowState;
  readonly inputs: Pick<FollowedInputs, 'removesGone'>;
  readonly sources: OpenSources;
  /** The most rows of a query whose records are removed at the same time. */
  readonly maxRemovals: number | undefined;
}

/** Default limits: at most this many rows of a query, and at most this share of its rows, are removed at the same time. */
const MOST_REMOVALS = 100;
const MOST_REMOVED_SHARE = 0.01;

export type Deciding = { -readonly [Name in keyof DecidedKey]: DecidedKey[Name] };

export function decide(
  { state, sources }: DecidingTask,
  rung: RungKey,
  row: ReadRow | undefined,
): Deciding {
  const query = queryOf(sources, rung);
  const range = rangeOf(query, rung.key);
  const before = plannedRow(state, { ...rung, range });
  const unsent = (before?.ids ?? []).filter(
    (id) => row?.ids.includes(id) !== true && isOpen(state, query.reading.kind, id),
  );
  return {
    rung,
    range,
    before,
    unsent,
    staying: [],
    outcome: row === undefined ? { is: 'gone' } : { is: 'planned', row },
  };
}

/** Lets rows wait if another planned and existing row has their id. @param waiting keys that already wait */
export function holdTaken(
  { state }: DecidingTask,
  decided: Deciding[],
  waiting: ReadonlyMap<RungKey, KeyOutcome>,
): void {
  const outcomes = [...decided, ...[...waiting].map(([rung, outcome]) => ({ rung, outcome }))];
  const gone = new Set(
    outcomes.filter(({ outcome }) => isGone(outcome)).map(({ rung }) => nameOf(rung)),
  );
  /** The ids of the rows of this segment, each with the first row that has it. */
  const own = new Map<string, string>();
  for (const each of decided) {
    const { rung, outcome } = each;
    if (outcome.is !== 'planned') continue;
    const isOther = (key: string): boolean =>
      key !== rung.key && !gone.has(nameOf({ query: rung.query, key }));
    const taken = outcome.row.ids.find((id) => {
      const first = own.get(`${rung.query}\n${id}`) ?? rung.key;
      if (first !== rung.key) return true;
      // If several rows were planned as one record, each of them may change the record.
      if (each.before?.ids.includes(id) === true) return false;
      return keysOfId(state, rung.query, id).some(isOther);
    });
    for (const id of outcome.row.ids) own.set(`${rung.query}\n${id}`, rung.key);
    if (taken === undefined) continue;
    each.outcome = { is: 'waiting', reason: 'taken-id', waitFor: taken, row: outcome.row };
  }
}

function isGone(outcome: KeyOutcome): boolean {
  return outcome.is === 'gone' || (outcome.is === 'waiting' && outcome.row === undefined);
}

function nameOf({ query, key }: Pick<RungKey, 'query' | 'key'>): string {
  return `${query}\n${key}`;
}

/** Lets all gone rows of a query wait, if too many are gone at the same time. */
export function holdRemovals(
  { state, inputs, maxRemovals }: DecidingTask,
  decided: Deciding[],
): void {
  if (!inputs.removesGone) return;
  // A key without a landed record has nothing to remove.
  const gone = decided.filter(
    ({ outcome, before, unsent }) =>
      outcome.is === 'gone' && (unsent.length === 0 || unsent.length < before!.ids.length),
  );
  for (const [query, own] of Map.groupBy(gone, ({ rung }) => rung.query)) {
    const held = state
      .sql("SELECT count(*) AS keys FROM rung WHERE query = ? AND waits = 'removals'")
      .get(query)!['keys'] as number;
    const most =
      maxRemovals ??
      Math.max(
        1,
        Math.min(MOST_REMOVALS, Math.floor(countRows(state, query) * MOST_REMOVED_SHARE)),
      );
    if (own.length + held <= most) continue;
    for (const each of own)
      each.outcome = { is: 'waiting', reason: 'removals', waitFor: null, row: undefined };
  }
}

export function queryOf({ queries }: OpenSources, { query }: RungKey): SourceQuery {
  return queries.find(({ name }) => name === query)!;
}

export function rangeOf(query: SourceQuery, key: string): number {
  return isGoneKey(key) ? GONE_RANGE : rangeOfKey(query, key);
}
