import type { Cursor, Page } from '../terms/page.ts';

const POSITIONS = ['id', 'sentAt', 'updatedAt'] as const;

/** The position where the next page starts according to this page; undefined when the page names no position. */
export function cursorOf({ meta }: Page): Cursor | undefined {
  return readCursor(meta?.next) ?? readCursor(meta?.cursor);
}

/** The caller decides on the size of the pages, so `limit` is left out. */
function readCursor(value: Readonly<Record<string, unknown>> | undefined): Cursor | undefined {
  if (value === undefined) return undefined;
  const { limit: _, ...fields } = value;
  const cursor = Object.fromEntries(
    Object.entries(fields).filter(([, field]) =>
      ['string', 'number', 'boolean'].includes(typeof field),
    ),
  ) as Cursor;
  return POSITIONS.some((position) => cursor[position] !== undefined) ? cursor : undefined;
}

/** The position of the last item in the direction of the list, for a page that names no position. */
export function cursorAfter(
  data: readonly unknown[],
  { affix }: Readonly<Record<string, unknown>>,
): Cursor | undefined {
  if (affix !== 'append' && affix !== 'prepend') return undefined;
  const last = data.at(affix === 'append' ? -1 : 0) as Record<string, unknown> | undefined;
  return readCursor(
    last === undefined ? undefined : { affix, id: last['id'], sentAt: last['sentAt'] },
  );
}

/** Compares as text, because the service repeats times as text. */
export function isSamePlace(one: Cursor, other: Cursor): boolean {
  return POSITIONS.every((position) => String(one[position]) === String(other[position]));
}
