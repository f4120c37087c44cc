import type { FaultRule } from '@chatferry/local-service';

/** Smaller pages of other lists: a tenth of the users shows the same. */
const capped = (stated: boolean): FaultRule[] => [
  { fault: 'capped-pages', items: 100, stated, operation: 'messages.list' },
  { fault: 'capped-pages', items: 10, stated },
];
const junk: FaultRule = { fault: 'junk-items', junk: ['null'] };
const hidden: FaultRule = { fault: 'hidden-items', where: { muid: 'hidden' } };
const inclusive: FaultRule = { fault: 'inclusive-cursors' };
export const allOfIt: FaultRule[] = [
  ...capped(false),
  hidden,
  inclusive,
  junk,
  { fault: 'total-zero' },
];

/** How the service may answer lists. Without a rule the newest page comes first. */
export const readings = {
  'the newest page first': [],
  'the oldest page first': [{ fault: 'first-page', page: 'oldest' }],
  'messages by their ids': [{ fault: 'message-order', by: 'id' }, ...capped(true)],
  'capped pages, and hidden items': [...capped(true), hidden],
  'capped pages that are not stated': [...capped(false), { fault: 'no-pagination' }],
  'inclusive cursors': [inclusive, ...capped(true)],
  'a junk item on each page': [junk],
  'all of it, and totals of 0': allOfIt,
} as const satisfies Record<string, readonly FaultRule[]>;

export type Reading = keyof typeof readings;

export function hasJunk(reading: Reading): boolean {
  return (readings[reading] as readonly FaultRule[]).includes(junk);
}
