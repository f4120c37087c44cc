import { MessageReader, type MessageRow } from '../../messages/message-entity.ts';
import { present } from '../../entities/present.ts';
import type { Call, Handlers } from '../../calls/call.ts';
import type { Store } from '../../storage/store.ts';
import { addSeenBy } from './message-lists.ts';
import { Conditions, paginationOf } from '../../lists/paging.ts';

/** A message that has replies. */
interface ThreadRow extends MessageRow {
  readonly replies: number;
  readonly last_reply: number;
  /** The time of the last reply. */
  readonly changed_at: number;
}

/** Threads in SQL: `messages` with the columns of `ThreadRow`. */
const THREADS = `FROM messages JOIN (
  SELECT parent_id AS root, count(*) AS replies, max(id) AS last_reply, max(updated_at) AS changed_at
  FROM messages WHERE parent_id IS NOT NULL GROUP BY parent_id
) ON root = id`;

const DEFAULT_LIMIT = 30;

export const threadListHandlers = {
  /** The latest change first. The cursor is inclusive: a page begins with the last thread of the previous page. */
  'threads.list': ({ query, actor, store }) => {
    const { limit = DEFAULT_LIMIT, id, sentAt, updatedAt = sentAt } = query;
    const all = new Conditions();
    if (actor !== undefined) addSeenBy(all, actor);
    if (query.participatedByMe === true && actor !== undefined)
      all.add(
        'sender = ? OR id IN (SELECT parent_id FROM messages WHERE sender = ?)',
        actor,
        actor,
      );
    const from = all.copy();
    if (updatedAt !== undefined && id !== undefined)
      from.add('(changed_at, id) <= (?, ?)', updatedAt, Number(id));
    else if (updatedAt !== undefined) from.add('changed_at <= ?', updatedAt);
    else if (id !== undefined) from.add('id <= ?', Number(id));

    const rows = store.all<ThreadRow>(
      `SELECT messages.*, replies, last_reply, changed_at ${THREADS} ${from.sql}
       ORDER BY changed_at DESC, id DESC LIMIT ?`,
      ...from.values,
      limit,
    );
    const total = counted(store, all);
    const page = Math.floor((total - counted(store, from)) / limit) + 1;
    const last = rows.at(-1);
    const reader = new MessageReader(store, actor);
    return {
      data: rows.map((row) => threadEntity(store, reader, row, actor)),
      meta: {
        pagination: paginationOf(total, rows.length, limit, page),
        current: { limit, count: rows.length },
        ...(last === undefined
          ? {}
          : { next: { affix: 'prepend', updatedAt: last.changed_at, id: String(last.id) } }),
      },
    };
  },
} satisfies Handlers;

type Actor = Call<'threads.list'>['actor'];

function threadEntity(
  store: Store,
  reader: MessageReader,
  row: ThreadRow,
  actor: Actor,
): Record<string, unknown> {
  const last = store.get<MessageRow>('SELECT * FROM messages WHERE id = ?', row.last_reply)!;
  return present({
    parentMessageId: String(row.id),
    message: reader.entity(row, { withTags: false }),
    replyCount: row.replies,
    lastReply: reader.entity(last, { withTags: false }),
    updatedAt: row.changed_at,
    conversationId: row.conversation_id,
    receiverType: row.receiver_type,
    receiver: row.receiver,
    threadSubscribed: actor === undefined ? undefined : isSubscribed(store, row.id, actor),
  });
}

function isSubscribed(store: Store, id: number, uid: string): boolean {
  return (
    store.get(
      `SELECT 1 FROM message_marks WHERE message_id = ? AND mark = 'subscribed' AND uid = ?`,
      id,
      uid,
    ) !== undefined
  );
}

function counted(store: Store, { sql, values }: Conditions): number {
  return store.get<{ n: number }>(`SELECT count(*) AS n ${THREADS} ${sql}`, ...values)!.n;
}
