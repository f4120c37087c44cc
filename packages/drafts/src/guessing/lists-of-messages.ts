import type { KindMatch } from '../matching/kind-of-table.ts';
import { hasConcept } from '../words/name-fit.ts';
import { holdsRowsOf, type Table } from '../tables/table.ts';

type Guessed = KindMatch & { readonly table: Table };

/** Share of the ids that have to be those of messages. */
const MOST = 0.9;

/** Rows that are nothing but ids of messages are the messages of a conversation, and no users or groups. */
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

/** Rows inside of a message that have no text but the one of the message are who read it, and the like. */
export function whyPartOfMessage({ kind, matches }: Guessed): string | undefined {
  const text = matches.find(({ field }) => field === 'text')?.column;
  if (kind !== 'messages' || text?.name.startsWith('^.') !== true) return undefined;
  return 'its text is that of the message around it';
}

/** Users inside of a message that nobody calls members are who read it, got it or are named in it. */
export function whyReaders({ kind, table }: Guessed, all: readonly Guessed[]): string | undefined {
  if (kind !== 'members' || hasConcept(table.label, 'member')) return undefined;
  const message = all.find((other) => other.kind === 'messages' && holdsRowsOf(other.table, table));
  return message && 'it is inside of a message: these may be who read it';
}
