import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Page, pagesOf } from '../src/pages.ts';

/** `npm run test:long` asks for many more. */
const runs = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 300) };

/** A list of the service, and what its pages state about it. */
const anyList = fc
  .record({
    family: fc.constantFrom(...(['users.list', 'messages.list'] as const)),
    items: fc.nat(12),
    asked: fc.integer({ min: 1, max: 5 }),
    /** The service may make smaller pages than asked for, if it states their size or the total. */
    largest: fc.integer({ min: 1, max: 5 }),
    states: fc.constantFrom(...(['size', 'limit', 'total', 'zero', 'nothing'] as const)),
    cursorName: fc.constantFrom(...(['next', 'cursor', 'both'] as const)),
    /** Whether the last page still names a cursor. */
    cursorAtEnd: fc.boolean(),
    ignoresPosition: fc.boolean(),
    first: fc.integer({ min: 1, max: 3 }),
  })
  .map((list) => ({
    ...list,
    size: ['size', 'limit', 'total'].includes(list.states)
      ? Math.min(list.asked, list.largest)
      : list.asked,
  }));

type List = typeof anyList extends fc.Arbitrary<infer Some> ? Some : never;

function placeAt(id: number) {
  return { affix: 'append', id, sentAt: 100 + id };
}

function metaOf(list: List, from: number, end: number) {
  const { states, size, items, cursorName, cursorAtEnd, family } = list;
  const pagination = {
    size: { per_page: size, total: 0 },
    limit: undefined,
    total: { total: items },
    zero: { per_page: 0, total: 0 },
    nothing: undefined,
  }[states];
  const isCursor = family === 'messages.list' && end > 0 && (end < items || cursorAtEnd);
  return {
    ...(pagination === undefined ? {} : { pagination }),
    ...(states === 'limit' ? { current: { limit: size } } : {}),
    ...(isCursor
      ? { [cursorName === 'both' ? 'next' : cursorName]: { ...placeAt(end), count: 9 } }
      : {}),
    // Where the page itself begins.
    ...(isCursor && cursorName === 'both' ? { cursor: placeAt(from) } : {}),
  };
}

test('any list is read completely, in order, and each item once', async () => {
  await fc.assert(
    fc.asyncProperty(anyList, async (list) => {
      const { family, items, asked, size, first, ignoresPosition } = list;
      const isNumbered = family === 'users.list';
      const firstPage = ignoresPosition ? 1 : first;
      const queries: Readonly<Record<string, unknown>>[] = [];
      const readPage = async (query: Readonly<Record<string, unknown>>): Promise<Page> => {
        queries.push(query);
        const position = isNumbered ? (Number(query['page']) - 1) * size : Number(query['id'] ?? 0);
        const from = ignoresPosition ? 0 : position;
        const data = Array.from({ length: items }, (_, index) => ({ id: index })).slice(
          from,
          from + size,
        );
        return { data, meta: metaOf(list, from, from + data.length) };
      };
      const query = isNumbered
        ? { perPage: asked, page: firstPage }
        : {
            limit: asked,
            tags: ['a'],
            ...(firstPage === 1 ? {} : placeAt((firstPage - 1) * size)),
          };
      const found: unknown[] = [];
      let thrown: unknown;
      try {
        for await (const item of pagesOf(family, query, readPage)) found.push(item);
      } catch (error) {
        thrown = error;
      }

      const start = Math.min((firstPage - 1) * size, items);
      const shown = ignoresPosition ? Math.min(items, size) : items;
      expect(found).toEqual(
        Array.from({ length: shown - start }, (_, index) => ({ id: start + index })),
      );
      // Items that the service counts and does not show are an error, not the end of the list.
      const isShort = ignoresPosition && list.states === 'total' && items > size;
      expect(thrown === undefined ? undefined : (thrown as { code: string }).code).toBe(
        isShort ? 'unreadable' : undefined,
      );
      const pages = Math.ceil((shown - start) / size);
      expect(queries.length).toBeLessThanOrEqual(pages + 1);
      for (const [index, sent] of queries.entries())
        expect(sent).toEqual(
          isNumbered
            ? { perPage: asked, page: firstPage + index }
            : index === 0
              ? query
              : {
                  ...query,
                  ...placeAt(ignoresPosition ? shown : Math.min(start + index * size, items)),
                },
        );
    }),
    runs,
  );
});
