import { count, counted } from '@chatferry/contract';
import type { GuessedTable } from '../guessing/guessed-table.ts';

/**
 * Reports how many chats of a tree of documents have no messages, because some tools export only one of several collections inside of
 * documents.
 *
 * @returns undefined when each chat has messages, or when the sample is not the whole file
 */
export function emptyChats(found: readonly GuessedTable[]): string | undefined {
  const idsOf = (kind: string, field: string): Set<string | undefined> | undefined => {
    const own = found.filter((each) => each.kind === kind && each.table.pattern !== undefined);
    const columns = own.map(({ matches }) => matches.find((match) => match.field === field));
    const isKnown = own.every(({ table }) => table.isWhole) && !columns.includes(undefined);
    return isKnown ? new Set(columns.flatMap((match) => match!.column.cells)) : undefined;
  };
  const [chats, written] = [idsOf('groups', 'guid'), idsOf('messages', 'receiver')];
  if (chats === undefined || written === undefined || chats.size === 0) return undefined;
  const empty = [...chats].filter((id) => !written.has(id)).length;
  if (empty === 0) return undefined;
  return `${count(empty)} of ${counted(chats.size, 'chat')} ${empty === 1 ? 'has' : 'have'} no messages: check that the tool exported all collections inside of documents`;
}
