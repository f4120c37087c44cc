import { expect, test } from 'vitest';
import { RowPages } from '../src/databases/row-pages.ts';

test('a page has every byte of its rows, also of long ones that are not ASCII', () => {
  const pages = new RowPages('town users', ['id']);
  const rows = ['語'.repeat(40_000), 'ñ'.repeat(120_000)].map((name) => JSON.stringify({ name }));
  const fills = rows.map((json, index) => pages.add({ json, key: String(index + 1) }));

  const { page, bytes } = pages.take();

  expect(fills).toEqual([false, true]);
  expect(Buffer.from(bytes).toString()).toBe(rows.join(''));
  const ends = rows.map((_, index) => Buffer.byteLength(rows.slice(0, index + 1).join('')));
  expect(page).toMatchObject([{ file: 'town users id', lines: Uint32Array.of(1, 2) }]);
  expect([...page[0]!.ends]).toEqual(ends);
});
