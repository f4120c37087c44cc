import { type MessageRow, MessageReader } from '../entities/message.ts';
import type { Call, Handlers } from '../http/call.ts';
import { partiesOf } from '../storage/conversations.ts';
import { existingGroup } from '../storage/groups.ts';
import type { Store } from '../storage/store.ts';
import { activeUser } from '../storage/users.ts';
import { Conditions } from './paging.ts';

type Query = Call<'messages.list'>['query'];

export const messageListHandlers = {
  'messages.list': ({ query, actor, store }) => {
    const where = new Conditions();
    if (actor !== undefined) addSeenBy(where, actor);
    return messagePage(store, where, query);
  },

  'users.messages.list': ({ path, query, actor, store }) => {
    const { uid } = activeUser(store, path.uid);
    const where = new Conditions();
    if (actor === undefined)
      where.add('sender = ? OR (receiver_type = ? AND receiver = ?)', uid, 'user', uid);
    else where.add('conversation_id = ?', partiesOf(actor, 'user', uid).conversationId);
    return messagePage(store, where, query);
  },

  'groups.messages.list': ({ path, query, store }) => {
    const { guid } = existingGroup(store, path.guid);
    const { conversationId } = partiesOf('', 'group', guid);
    return messagePage(store, new Conditions().add('conversation_id = ?', conversationId), query);
  },
} satisfies Handlers;

/** What a user gets to see: what they sent or received, and everything in groups they are in. */
function addSeenBy(where: Conditions, uid: string): void {
  where.add(
    `sender = ? OR (receiver_type = 'user' AND receiver = ?)
     OR (receiver_type = 'group' AND receiver IN (SELECT guid FROM members WHERE uid = ?))`,
    uid,
    uid,
    uid,
  );
}

/**
 * A page of messages, oldest first. `append` (the default) goes on towards newer ones, `prepend` towards older ones;
 * from the message `id`, the time `sentAt`, or both as `meta.next` gives them.
 */
function messagePage(store: Store, where: Conditions, query: Query): object {
  const { affix = 'append', limit = 100 } = query;
  addCursor(store, where, query);
  const [direction, last] = affix === 'append' ? ['ASC', -1] : ['DESC', 0];
  const rows = store.all<MessageRow>(
    `SELECT * FROM messages ${where} ORDER BY sent_at ${direction}, id ${direction} LIMIT ?`,
    ...where.values,
    limit,
  );
  if (affix === 'prepend') rows.reverse();
  const reader = new MessageReader(store);
  const edge = rows.at(last);
  return {
    data: rows.map((row) => reader.entity(row)),
    meta: {
      current: { limit, count: rows.length },
      ...(edge === undefined ? {} : { next: { affix, sentAt: edge.sent_at, id: String(edge.id) } }),
    },
  };
}

function addCursor(store: Store, where: Conditions, { affix, id, sentAt }: Query): void {
  const past = affix === 'prepend' ? '<' : '>';
  const time = sentAt ?? (id === undefined ? undefined : sentAtOf(store, id));
  if (id !== undefined && time !== undefined)
    where.add(`(sent_at, id) ${past} (?, ?)`, time, Number(id));
  else if (id !== undefined) where.add(`id ${past} ?`, Number(id));
  else if (time !== undefined) where.add(`sent_at ${past} ?`, time);
}

function sentAtOf(store: Store, id: string): number | undefined {
  return store.get<{ sent_at: number }>('SELECT sent_at FROM messages WHERE id = ?', Number(id))
    ?.sent_at;
}
