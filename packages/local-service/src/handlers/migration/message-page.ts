import type { App } from '../../app.ts';
import { MessageReader, type MessageRow } from '../../entities/message.ts';
import type { Call } from '../../http/call.ts';
import type { Store } from '../../storage/store.ts';
import type { Conditions } from '../paging.ts';

/** The query fields that define a page of messages. */
type CursorQuery = Pick<Call<'messages.list'>['query'], 'affix' | 'id' | 'limit' | 'sentAt'> & {
  readonly withTags?: boolean | undefined;
};

/** The inputs of a page, and its reader. */
interface PagePorts {
  readonly store: Store;
  readonly app: App;
  readonly actor: string | undefined;
}

/** A page of messages without its envelope. */
interface MessagePage {
  readonly data: object[];
  readonly pagination: Record<string, number>;
  /** Where the next page starts; absent after an empty page. */
  readonly edge:
    | { readonly affix: string; readonly sentAt: number; readonly id: number }
    | undefined;
}

/**
 * A page of messages, oldest first, with the cursor of the next one as `meta.next`. `append` (the default) continues
 * with newer messages, `prepend` with older ones: from the message `id`, the time `sentAt`, or both.
 */
export function messagePage(ports: PagePorts, where: Conditions, query: CursorQuery): object {
  const { data, pagination, edge } = readMessages(ports, where, query);
  return {
    data,
    meta: {
      pagination,
      current: { limit: pagination['per_page'], count: data.length },
      ...(edge === undefined ? {} : { next: { ...edge, id: String(edge.id) } }),
    },
  };
}

/** The same in the envelope of the one list that has a cursor instead of `current` and `next`. */
export function messagePageWithCursor(
  ports: PagePorts,
  where: Conditions,
  query: CursorQuery,
): object {
  const { data, pagination, edge } = readMessages(ports, where, query);
  const cursor = edge === undefined ? {} : { cursor: { id: edge.id, affix: edge.affix } };
  return { data, meta: { pagination, ...cursor } };
}

function readMessages(
  { store, app, actor }: PagePorts,
  where: Conditions,
  query: CursorQuery,
): MessagePage {
  const { affix = 'append', limit = 100, withTags = false } = query;
  const [direction, last] = affix === 'append' ? ['ASC', -1] : ['DESC', 0];
  const fromPlace = withCursor(store, where, query);
  const rows = store.all<MessageRow>(
    `SELECT * FROM messages ${fromPlace.sql} ORDER BY sent_at ${direction}, id ${direction} LIMIT ?`,
    ...fromPlace.values,
    limit,
  );
  if (affix === 'prepend') rows.reverse();
  const reader = new MessageReader(store, actor);
  const edge = rows.at(last);
  const pagination = app.cursorTotals.pagination({
    list: `messages ${affix} ${limit} ${where.sql} ${JSON.stringify(where.values)}`,
    place: query.id ?? query.sentAt?.toFixed(),
    limit,
    count: rows.length,
    next: edge?.id.toFixed(),
    countItems: (from) => countMessages(store, from === 'place' ? fromPlace : where),
  });
  return {
    data: rows.map((row) => reader.entity(row, { withTags })),
    pagination,
    edge: edge && { affix, sentAt: edge.sent_at, id: edge.id },
  };
}

function withCursor(
  store: Store,
  where: Conditions,
  { affix, id, sentAt }: CursorQuery,
): Conditions {
  const past = affix === 'prepend' ? '<' : '>';
  const time = sentAt ?? (id === undefined ? undefined : sentAtOf(store, id));
  const all = where.copy();
  if (id !== undefined && time !== undefined)
    all.add(`(sent_at, id) ${past} (?, ?)`, time, Number(id));
  else if (id !== undefined) all.add(`id ${past} ?`, Number(id));
  else if (time !== undefined) all.add(`sent_at ${past} ?`, time);
  return all;
}

function sentAtOf(store: Store, id: string): number | undefined {
  return store.get<{ sent_at: number }>('SELECT sent_at FROM messages WHERE id = ?', Number(id))
    ?.sent_at;
}

function countMessages(store: Store, { sql, values }: Conditions): number {
  return store.get<{ n: number }>(`SELECT count(*) AS n FROM messages ${sql}`, ...values)!.n;
}
