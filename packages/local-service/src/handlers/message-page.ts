import { MessageReader, type MessageRow } from '../entities/message.ts';
import type { Call } from '../http/call.ts';
import type { Store } from '../storage/store.ts';
import type { Conditions } from './paging.ts';

/** What a page of messages is cut by. */
type CursorQuery = Pick<Call<'messages.list'>['query'], 'affix' | 'id' | 'limit' | 'sentAt'> & {
  readonly withTags?: boolean | undefined;
};

/**
 * A page of messages, oldest first. `append` (the default) goes on towards newer ones, `prepend` towards older ones;
 * from the message `id`, the time `sentAt`, or both as `meta.next` gives them.
 */
export function messagePage(
  store: Store,
  where: Conditions,
  query: CursorQuery,
  actor: string | undefined,
): object {
  const { affix = 'append', limit = 100, withTags = false } = query;
  addCursor(store, where, query);
  const [direction, last] = affix === 'append' ? ['ASC', -1] : ['DESC', 0];
  const rows = store.all<MessageRow>(
    `SELECT * FROM messages ${where.sql} ORDER BY sent_at ${direction}, id ${direction} LIMIT ?`,
    ...where.values,
    limit,
  );
  if (affix === 'prepend') rows.reverse();
  const reader = new MessageReader(store, actor);
  const edge = rows.at(last);
  return {
    data: rows.map((row) => reader.entity(row, { withTags })),
    meta: {
      current: { limit, count: rows.length },
      ...(edge === undefined ? {} : { next: { affix, sentAt: edge.sent_at, id: String(edge.id) } }),
    },
  };
}

function addCursor(store: Store, where: Conditions, { affix, id, sentAt }: CursorQuery): void {
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
