import type { Operation } from '@chatferry/contract';

type Query = Readonly<Record<string, unknown>>;

/** How to read a list by cursor. */
export interface ListStart {
  /** The query with the direction, and the position before the first item. */
  readonly query: Query;
  /** Whether the list is read from its first item on. */
  readonly isFromStart: boolean;
  /** Whether the list contains messages from older to newer ones. */
  readonly isInOrder: boolean;
}

/** Decides where a list begins and in which direction it is read, unless the caller does. Only this function decides it. */
export function startOf({ fromStart }: Operation, query: Query): ListStart {
  const isPlaced = hasPosition(query);
  if (fromStart === undefined || hasOtherOrder(query))
    return { query, isFromStart: !isPlaced, isInOrder: false };
  const isOlder = query['affix'] === 'prepend';
  const { affix, ...position } = fromStart;
  return {
    query: isOlder ? query : { affix, ...(isPlaced ? {} : position), ...query },
    isFromStart: !isOlder && !isPlaced,
    isInOrder: !isOlder && hasStart(fromStart) && query['onlyUpdates'] !== true,
  };
}

/**
 * Why the request may return a different page than the caller expects; undefined for a request that states direction and start. Without
 * them, the service begins a list of messages with the newest page.
 */
export function missingStart({ fromStart }: Operation, query: Query = {}): string | undefined {
  if (fromStart === undefined || !hasStart(fromStart)) return undefined;
  if (query['affix'] === 'prepend' || hasOtherOrder(query)) return undefined;
  const counts = query['unread'] === true && query['count'] === true;
  if (counts || (query['affix'] === 'append' && hasPosition(query))) return undefined;
  const { affix, ...position } = fromStart;
  const start = Object.entries(position).map(([name, value]) => `${name}: ${value}`);
  return `query: a page of messages needs a direction and a start: affix: '${affix}' and ${start.join()} for the oldest page, affix: 'prepend' for the newest one, or the cursor of the page before`;
}

/** Whether the list has the latest pin or save first. */
function hasOtherOrder({ pinned, saved }: Query): boolean {
  return pinned === true || saved === true;
}

function hasStart(fromStart: object): boolean {
  return 'fromTimestamp' in fromStart || 'sentAt' in fromStart;
}

function hasPosition(query: Query): boolean {
  return ['id', 'sentAt', 'fromTimestamp', 'updatedAt'].some((name) => query[name] !== undefined);
}
