import type { Column } from '../columns/column.ts';
import { truthOf } from '../matching/enum-values.ts';
import { hasConcept } from '../matching/name-fit.ts';
import { samplesOf } from './samples.ts';
import type { TableDraft } from './table-draft.ts';

/** Proposes to leave out messages that were deleted. Whether to is not for a program to decide. */
export function addDeletions(draft: TableDraft, used: Set<Column>): void {
  for (const column of draft.guess.table.columns) {
    const { facts, label, name, isRepeated, root } = column;
    if (
      !hasConcept(label, 'deleted') ||
      used.has(column) ||
      isRepeated ||
      root === undefined ||
      facts.filled === 0
    )
      continue;
    const note = `leaves out messages that were deleted: ${samplesOf(column)}`;
    const values = [...facts.values.keys()];
    if (facts.time !== undefined && !values.includes('0'))
      draft.propose('only', name, 'empty', note);
    else {
      const kept =
        facts.time === undefined ? values.filter((value) => truthOf(value) === false) : ['0'];
      draft.propose('only', name, [null, ...kept.map(asScalar)], note);
    }
  }
}

function asScalar(value: string): unknown {
  return value === 'true'
    ? true
    : value === 'false'
      ? false
      : /^\d+$/.test(value)
        ? Number(value)
        : value;
}
