import { isCalledCopy } from '@chatferry/parsers';
import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { TableDraft } from './table-draft.ts';

/** Why what a message inside of a group has may be none of the group: who wrote it last, or what was pinned. */
export function doubtOfMessage(
  { kind, guess: { table } }: TableDraft,
  { name, root }: Column,
  { placed }: Guess,
): string | undefined {
  if (kind !== 'groups' || root === undefined || name === root) return undefined;
  const at = `${table.rows || '[*]'}.${root}`;
  const isMessage = placed.some((each) => each.kind === 'messages' && each.table.rows === at);
  return isMessage || isCalledCopy(root) ? `it is of a message in the group: ${root}` : undefined;
}
