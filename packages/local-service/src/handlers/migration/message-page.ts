import type { App } from '../../calls/app.ts';
import { MessageReader, type MessageRow } from '../../messages/message-entity.ts';
import type { Call } from '../../calls/call.ts';
import type { Store } from '../../storage/store.ts';
import type { ListReading } from '../../lists/list-reading.ts';
import { type Conditions, PAGE_SIZE } from '../../lists/paging.ts';
import { type Affix, opposite, readingDirection } from './cursor-direction.ts';

/** The query fields that define a page of messages. */
type CursorQuery = Pick<Call<'messages.list'>['query'], 'affix' | 'id' | 'limit' | 'sentAt'> & {
  readonly fromTimestamp?: number | undefined;
  readonly withTags?: boolean | undefined;
};

/** The inputs of a page, and its reader. */
interface PagePorts {
  readonly store: Store;
  readonly app: App;
  readonly lists: ListReading;
  readonly actor: string | undefined;
}

/** A page of messages without its envelope. */
interface MessagePage {
  readonly rows: readonly MessageRow[];
  readonly data: object[];
  readonly pagination: Record<string, number>;
}

/** A position in a list of messages, in the form of an answer. */
interface Place {
  readonly affix: Affix;
  /** A number; text when it is repeated from the request. */
  readonly sentAt?: number | string;
  readonly id?: string;
  /** Repeated from the request. */
  readonly fromTimestamp?: string;
}

/**
 * A page of messages, oldest first, with the cursor of the next page as `meta.next`. `append` continues with newer messages, `prepend`
 * with older ones: from the message `id`, the time `sentAt`, or both. Without `affix` and position, the page is the newest one, or the
 * oldest one if `firstPage` is `oldest`; `meta.next` continues with newer messages.
 */
export function messagePage(ports: PagePorts, where: Conditions, query: CursorQuery): object {
  const { affix = 'append' } = query;
  const { rows, data, pagination } = readMessages(ports, where, query, affix);
  const current = { limit: pagination['per_page'], count: data.length };
  const edge = edgeOf(rows, affix);
  if (edge === undefined) {
    const [previous, next] = [opposite(affix), affix].map((to) => asked(to, query, ports.store));
    return { data, meta: { pagination, previous, current, next } };
  }
  const next: Place = { affix, sentAt: edge.sent_at, id: String(edge.id), ...repeated(query) };
  return { data, meta: { pagination, current, next } };
}

/** As `messagePage`, in the envelope of the only list that has a cursor instead of `current` and `next`. */
export function messagePageWithCursor(
  ports: PagePorts,
  where: Conditions,
  query: CursorQuery,
): object {
  const affix = readingDirection(query, ports.lists);
  const { rows, data, pagination } = readMessages(ports, where, query, affix);
  const edge = edgeOf(rows, affix);
  const cursor = edge === undefined ? {} : { cursor: { id: edge.id, affix } };
  return { data, meta: { pagination, ...cursor } };
}

/** @param affix the direction of the next page */
function readMessages(
  { store, app, lists, actor }: PagePorts,
  where: Conditions,
  query: CursorQuery,
  affix: Affix,
): MessagePage {
  const { limit = PAGE_SIZE, withTags = false } = query;
  const reading = readingDirection(query, lists);
  const direction = reading === 'append' ? 'ASC' : 'DESC';
  const fromPlace = withCursor(store, where, query, reading, lists);
  const rows = store.all<MessageRow>(
    `SELECT * FROM messages ${fromPlace.sql} ORDER BY ${lists.isById ? '' : `sent_at ${direction},`} id ${direction} LIMIT ?`,
    ...fromPlace.values,
    limit,
  );
  if (reading === 'prepend') rows.reverse();
  const pagination = app.cursorTotals.pagination({
    list: `messages ${affix} ${limit} ${where.sql} ${JSON.stringify(where.values)}`,
    place: query.id ?? query.sentAt?.toFixed(),
    limit,
    count: rows.length,
    next: edgeOf(rows, affix)?.id.toFixed(),
    countItems: (from) => countMessages(store, from === 'place' ? fromPlace : where),
  });
  const reader = new MessageReader(store, actor);
  return { rows, data: rows.map((row) => reader.entity(row, { withTags })), pagination };
}

/** The message after which the next page in this direction begins. */
function edgeOf(rows: readonly MessageRow[], affix: Affix): MessageRow | undefined {
  return rows.at(affix === 'append' ? -1 : 0);
}

/** The position that an empty page repeats: the request's position, or the present. */
function asked(affix: Affix, query: CursorQuery, store: Store): Place {
  const { id, sentAt } = query;
  return {
    affix,
    ...(sentAt === undefined ? {} : { sentAt: String(sentAt) }),
    ...(id === undefined ? {} : { id }),
    ...(id === undefined && sentAt === undefined ? { sentAt: store.seconds() } : {}),
    ...repeated(query),
  };
}

function repeated({ fromTimestamp }: CursorQuery): Pick<Place, 'fromTimestamp'> {
  return fromTimestamp === undefined ? {} : { fromTimestamp: String(fromTimestamp) };
}

function withCursor(
  store: Store,
  where: Conditions,
  { id, sentAt }: CursorQuery,
  reading: Affix,
  { isCursorInclusive, isById }: ListReading,
): Conditions {
  const past = (reading === 'prepend' ? '<' : '>') + (isCursorInclusive ? '=' : '');
  const time = sentAt ?? (id === undefined ? undefined : sentAtOf(store, id));
  const all = where.copy();
  if (id !== undefined && time !== undefined && !isById)
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
