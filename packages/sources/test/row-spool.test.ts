import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withShortWrites } from '../../disk/test/support/short-writes.ts';
import { RowSpool } from '../src/rows/row-spool.ts';
import { testFolder } from './zip-file.ts';

async function rowsOf(spool: RowSpool): Promise<[file: string, line: number, row: unknown][]> {
  const found: [string, number, unknown][] = [];
  for await (const page of spool.pages())
    for (const { file, bytes, ends, lines } of page) {
      let start = 0;
      for (const [index, end] of ends.entries()) {
        const json = Buffer.from(bytes.subarray(start, end)).toString();
        found.push([file, lines[index]!, JSON.parse(json)]);
        start = end;
      }
    }
  return found;
}

test('rows come back in their order, with their places, also from several segments', async () => {
  using folder = testFolder();
  using spool = new RowSpool(folder.file('users'), 1000);
  const rows = Array.from({ length: 5000 }, (_, index): [string, number, unknown] => [
    `é-${Math.floor(index / 7)}.json`,
    (index % 7) + 1,
    { text: `🚢 ${index} ${'x'.repeat(index % 300)}` },
  ]);
  for (const [file, line, row] of rows) spool.add(file, line, JSON.stringify(row));

  expect(await rowsOf(spool)).toEqual(rows);
});

test('a row that is larger than a page comes back between its neighbours', async () => {
  using folder = testFolder();
  using spool = new RowSpool(folder.file('users'));
  const rows: [string, number, unknown][] = [
    ['a.json', 1, { text: 'first' }],
    ['a.json', 2, { text: 'ä'.repeat(400_000) }],
    ['a.json', 3, { text: 'last' }],
  ];
  withShortWrites(100_000, () => {
    for (const [file, line, row] of rows) spool.add(file, line, JSON.stringify(row));
  });

  expect(await rowsOf(spool)).toEqual(rows);
});

test.skipIf(process.platform !== 'linux')(
  'a segment is closed when it was read, and all are closed at the end; none has a name that a killed process would leave',
  async () => {
    using folder = testFolder();
    const spool = new RowSpool(folder.file('users'), 1);
    for (let line = 1; line <= 3; line++)
      spool.add(`${line}.json`, line, `"${'x'.repeat(90_000)}"`);
    const pages = spool.pages();
    const left = (): number => openFilesIn(folder.path);

    expect(readdirSync(folder.path)).toEqual([]);
    await pages.next();
    await pages.next();
    expect(left()).toBe(2);
    await pages.return(undefined);
    spool[Symbol.dispose]();

    expect(left()).toBe(0);
  },
);

/** Files without a name that this process has open. */
function openFilesIn(folder: string): number {
  return readdirSync('/proc/self/fd').filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

test('an empty spool has no pages and no files', async () => {
  using folder = testFolder();
  using spool = new RowSpool(folder.file('users'));

  expect(await rowsOf(spool)).toEqual([]);
  expect(existsSync(folder.file('users.0'))).toBe(false);
});
