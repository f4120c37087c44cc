import type { KindMatch } from '../matching/kind-of-table.ts';
import { hasConcept } from '../words/name-fit.ts';
import { holdsRowsOf, type Table } from '../tables/table.ts';

type Guessed = KindMatch & { readonly table: Table };

/** Minimum share of the ids that must be ids of messages. */
const MOST = 0.9;

/** Why a table is a list of messages: its rows are only ids of messages, which belong to a conversation, and are not users or groups. */
export function whyListOfMessages(
  { kind, table }: Guessed,
  all: readonly Guessed[],
): string | undefined {
  const own = table.columns.filter(({ root }) => root !== undefined);
  const ids = [...(own[0]?.facts.values.keys() ?? [])];
  if ((kind !== 'users' && kind !== 'groups') || own.length !== 1 || ids.length === 0)
    return undefined;
  const messages = all.find((other) => {
    const muid = other.matches.find(({ field }) => field === 'muid')?.column;
    const found = ids.filter((id) => muid?.facts.values.has(id) === true).length;
    return other.kind === 'messages' && other.table !== table && found >= ids.length * MOST;
  });
  return messages && `it holds ids of the messages in ${messages.table.label}`;
}

/** Why rows are part of a message, such as its readers: they are inside of a message, and have no text except the message's own. */
export function whyPartOfMessage({ kind, matches }: Guessed): string | undefined {
  const text = matches.find(({ field }) => field === 'text')?.column;
  if (kind !== 'messages' || text?.name.startsWith('^.') !== true) return undefined;
  return 'its text is that of the message around it';
}

/** Why users inside of a message are its readers, receivers or mentioned users: nothing names them members. */
export function whyReaders({ kind, table }: Guessed, all: readonly Guessed[]): string | undefined {
  if (kind !== 'members' || hasConcept(table.label, 'member')) return undefined;
  const message = all.find((other) => other.kind === 'messages' && holdsRowsOf(other.table, table));
  return message && 'it is inside of a message: these may be who read it';
}
