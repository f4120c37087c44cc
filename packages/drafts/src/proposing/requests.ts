import type { Column } from '../columns/column.ts';
import { areFriends } from '../matching/pairs.ts';
import { samplesOf } from './samples.ts';
import type { TableDraft } from './table-draft.ts';

/** Leaves out rows of users who are not friends yet, or no longer. */
export function addRequests(draft: TableDraft, used: ReadonlySet<Column>): void {
  for (const column of draft.guess.table.columns) {
    const values = [...column.facts.values.keys()];
    const kept = values.filter((value) => areFriends.test(value));
    if (used.has(column) || column.root === undefined || values.length > 6) continue;
    if (kept.length === 0 || kept.length === values.length) continue;
    const note = `leaves out requests and those who are no friends: ${samplesOf(column)}`;
    draft.filter(column.name, kept.length === 1 ? kept[0] : kept, note);
  }
}
