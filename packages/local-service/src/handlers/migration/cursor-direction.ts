import type { ListReading } from '../../lists/list-reading.ts';

/** `append`: newer items; `prepend`: older items. */
export type Affix = 'append' | 'prepend';

interface Position {
  readonly affix?: Affix | undefined;
  readonly id?: string | undefined;
  readonly sentAt?: number | undefined;
}

/** The direction in which a page is read. A position without a direction means the items after it. */
export function readingDirection(
  { affix, id, sentAt }: Position,
  { firstPage }: ListReading,
): Affix {
  if (affix !== undefined) return affix;
  const hasPosition = id !== undefined || sentAt !== undefined;
  return hasPosition || firstPage === 'oldest' ? 'append' : 'prepend';
}

export function opposite(affix: Affix): Affix {
  return affix === 'append' ? 'prepend' : 'append';
}
