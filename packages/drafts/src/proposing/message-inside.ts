import { isCalledCopy } from '@chatferry/parsers';
import type { Column } from '../columns/column.ts';
import type { Guess } from '../guessing/guess-export.ts';
import type { TableDraft } from './table-draft.ts';

/** Why a group's column inside of a message may not describe the group: it names the last writer, or the pinned message. */
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
