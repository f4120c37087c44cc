import type { Store } from './store.ts';

/** A former state of a user or a group, which messages up to `untilId` show. */
export interface FormerParty<Row> {
  readonly untilId: number;
  readonly row: Row;
}

/** The former states of a user or a group, oldest first. Triggers of the database write them. */
// The caller knows the columns that the trigger stores.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function formerParties<Row>(
  store: Store,
  type: 'user' | 'group',
  party: string,
): FormerParty<Row>[] {
  return store
    .all<{ until_id: number; row: string }>(
      'SELECT until_id, row FROM former_parties WHERE type = ? AND party = ? ORDER BY until_id',
      type,
      party,
    )
    .map(({ until_id: untilId, row }) => ({ untilId, row: JSON.parse(row) as Row }));
}
