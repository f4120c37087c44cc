import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Page, PageRequest } from '../src/terms/page.ts';
import { pagesOf } from '../src/lists/pages.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) };

/** A list of the service, and how its pages are made. */
const anyList = fc.record({
  items: fc.nat(20),
  asked: fc.integer({ min: 2, max: 5 }),
  /** The service may make smaller pages than asked for. */
  cap: fc.integer({ min: 2, max: 5 }),
  states: fc.constantFrom(...(['size', 'asked', 'wrong', 'zero', 'nothing'] as const)),
  /** Hidden after a page was cut. */
  hidden: fc.uniqueArray(fc.nat(20)),
  junk: fc.boolean(),
  readsAhead: fc.boolean(),
});

const anyMessages = fc.record({
  list: anyList,
  cursorName: fc.constantFrom(...(['next', 'cursor', 'none'] as const)),
  isInclusive: fc.boolean(),
  /** Messages of one second; an import gives older messages higher ids. */
  perSecond: fc.integer({ min: 1, max: 7 }),
  isImported: fc.boolean(),
  firstPage: fc.constantFrom(...(['newest', 'oldest'] as const)),
});

type List = typeof anyList extends fc.Arbitrary<infer Some> ? Some : never;

function pageOf(list: List, cut: readonly Item[], rest: object): Page {
  const { states, asked, cap, items, hidden, junk } = list;
  const data = cut.filter(({ number }) => !hidden.includes(number));
  const size = Math.min(asked, cap);
  const pagination = {
    size: { per_page: size, total: items, total_pages: Math.ceil(items / size) },
    asked: { per_page: asked, total: items, total_pages: Math.ceil(items / asked) },
    wrong: { per_page: 1000, total: 1, total_pages: 1 },
    zero: { per_page: 0, total: 0, total_pages: 0 },
    nothing: undefined,
  }[states];
  const skipped = junk && cut.length > 0 ? { skipped: ['null'] } : {};
  return { data, ...skipped, meta: { ...rest, ...(pagination && { pagination }) } };
}

interface Item {
  readonly number: number;
}

test('any list of messages is read completely, in order, and each message once', async () => {
  await fc.assert(
    fc.asyncProperty(anyMessages, async (service) => {
      const { list, cursorName, isInclusive, perSecond, isImported, firstPage } = service;
      const { items, asked, cap, hidden } = list;
      const messages = Array.from({ length: items }, (_, number) => ({
        number,
        id: String(
          isImported
            ? 1000 - Math.floor(number / perSecond) * 7 + (number % perSecond)
            : number + 1,
        ),
        sentAt: 10 + Math.floor(number / perSecond),
      }));
      // Without a position in `meta`, the client continues after the last message that it was shown.
      const isShown = cursorName !== 'none';
      const readPage = async ({ query, cursor }: PageRequest): Promise<Page> => {
        const size = Math.min(asked, cap);
        const { id } = { ...query, ...cursor } as { id?: string };
        const index = messages.findIndex((each) => each.id === id);
        const isPlaced = id !== undefined || query['fromTimestamp'] !== undefined;
        const start = id === undefined ? 0 : index + (isInclusive ? 0 : 1);
        const from = isPlaced || firstPage === 'oldest' ? start : Math.max(0, items - size);
        const cut = messages.slice(from, from + size);
        const last = cut.at(-1);
        const place =
          last === undefined
            ? { ...query, ...cursor }
            : { affix: 'append', id: last.id, sentAt: last.sentAt };
        return pageOf(list, cut, isShown ? { [cursorName]: { ...place, count: 9 } } : {});
      };

      const reading = Array.fromAsync(
        pagesOf('messages.list', { limit: asked }, readPage, list.readsAhead),
      );

      const visible = messages.filter(({ number }) => !hidden.includes(number));
      const isWhole = isShown || hidden.length === 0;
      const found = await reading;
      expect(found).toEqual(isWhole ? visible : visible.slice(0, found.length));
    }),
    runs,
  );
});

test('any numbered list is read completely and each item once, while items are created', async () => {
  await fc.assert(
    fc.asyncProperty(anyList, fc.array(fc.nat(1)), async (list, created) => {
      const { items, asked, cap, hidden } = list;
      const size = Math.min(asked, cap);
      const creations = hidden.length === 0 ? created : [];
      // The newest come first.
      const users = Array.from({ length: items }, (_, number) => ({ number, uid: `u${number}` }));
      let requests = 0;
      const readPage = async ({ query }: PageRequest): Promise<Page> => {
        for (let more = creations[requests++] ?? 0; more > 0; more--)
          users.unshift({ number: 100 + users.length, uid: `u${100 + users.length}` });
        const from = (Number(query['page']) - 1) * size;
        return pageOf(list, users.slice(from, from + size), {});
      };

      const found = (await Array.fromAsync(
        pagesOf('users.list', { perPage: asked }, readPage, list.readsAhead),
      )) as Item[];

      const numbers = found.map(({ number }) => number);
      expect(new Set(numbers).size).toBe(numbers.length);
      const before = numbers.filter((number) => number < 100);
      const visible = Array.from({ length: items }, (_, number) => number).filter(
        (number) => !hidden.includes(number),
      );
      // A page of which everything is hidden is the last one, unless the service reports more pages.
      const isWhole = hidden.length === 0 || list.states === 'size';
      expect(before).toEqual(isWhole ? visible : visible.slice(0, before.length));
    }),
    runs,
  );
});
