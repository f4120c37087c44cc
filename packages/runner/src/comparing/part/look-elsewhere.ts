import { idHash, kinds, type Row } from '@chatferry/contract';
import type { HeldSource } from '../held-list.ts';
import { type AppList, type TakeEntry } from '../list-entries.ts';

/** Up to this many messages are searched for in the lists of their conversations, and more messages in the list of the app. */
const BY_CONVERSATION = 100;

/** The most items that are read of a conversation. */
const ITEMS = 10_000;

/**
 * Searches for messages that were not found at their planned times: their times may have been changed.
 * @param missing the hashes of their ids
 */
export async function lookElsewhere(
  source: HeldSource,
  list: AppList,
  missing: ReadonlySet<number>,
  take: TakeEntry,
): Promise<void> {
  if (missing.size === 0) return;
  const { client, kind, signal } = source;
  const { key } = kinds[kind];
  const { query } = list;
  const read = async (messages: AsyncIterable<Row>, most = Infinity): Promise<void> => {
    let items = 0;
    for await (const message of messages) {
      const id = message[key];
      if (typeof id === 'string' && missing.has(idHash(id))) await take(message);
      if (++items >= most) return;
    }
  };
  if (missing.size > BY_CONVERSATION) return read(client.list('messages.list', { query, signal }));
  for (const { receiverType, receiver, sender } of (await conversations(source, missing)).values())
    await read(
      receiverType === 'group'
        ? client.list('groups.messages.list', { path: { guid: receiver }, query, signal })
        : client.list('users.messages.list', {
            path: { uid: receiver },
            onBehalfOf: sender,
            query,
            signal,
          }),
      ITEMS,
    );
}

interface Conversation {
  readonly receiverType: 'user' | 'group';
  readonly receiver: string;
  readonly sender: string;
}

async function conversations(
  { records }: HeldSource,
  missing: ReadonlySet<number>,
): Promise<ReadonlyMap<string, Conversation>> {
  const found = new Map<string, Conversation>();
  for await (const batch of records())
    for (const { id, record } of batch) {
      if (!missing.has(idHash(id))) continue;
      const message = record() as unknown as Conversation;
      const { receiverType, receiver, sender } = message;
      const users = receiverType === 'group' ? [] : [receiver, sender].toSorted();
      found.set(JSON.stringify(users.length === 0 ? receiver : users), message);
    }
  return found;
}
