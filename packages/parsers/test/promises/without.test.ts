import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { importWithout } from '../../../disk/test/support/import-without.ts';
import { InputError, type KindMapping, readRecords } from '../../src/index.ts';
import { rules, unpack } from '../reading.ts';

// Each test does the same with a safeguard and without it, and expects the loss that the safeguard prevents.

type Read = typeof readRecords;

const source = (file: string): URL => new URL(`../../src/${file}`, import.meta.url);

async function readWithout(file: string, code: string, instead = ''): Promise<Read> {
  const safeguard = { file: source(file), code, instead };
  return (await importWithout<{ readRecords: Read }>(source('index.ts'), safeguard)).readRecords;
}

interface Outcome {
  readonly records: number;
  readonly rejected: number;
  /** Places that have values and that nothing reads. */
  readonly unread: readonly string[];
}

async function outcomeOf(
  read: Read,
  content: string | Uint8Array,
  { format = 'ndjson', mapping }: { format?: 'csv' | 'ndjson'; mapping?: KindMapping } = {},
): Promise<Outcome> {
  let [records, rejected] = [0, 0];
  const unread = new Set<string>();
  const bytes = (async function* () {
    yield Buffer.from(content as string);
  })();
  const input = {
    file: 'users',
    kind: 'users',
    format,
    bytes,
    ...(mapping && { mapping }),
  } as const;
  for await (const block of read(input, rules)) {
    records += unpack(block).length;
    rejected += block.rejected.length;
    for (const [around, key] of block.account?.unread ?? []) unread.add(`${around} ${key}`);
  }
  return { records, rejected, unread: [...unread] };
}

test('without the search for repeated keys, one of two values is dropped without a word', async () => {
  const row = '{"uid":"bob","name":"Bob","name":"Rob"}';
  expect(await outcomeOf(readRecords, row)).toMatchObject({ records: 0, rejected: 1 });
  const search = "  if (members !== membersOf(value)) return 'repeated-key';\n";
  const read = await readWithout('rows/json-form.ts', search);
  expect(await outcomeOf(read, row)).toMatchObject({ records: 1, rejected: 0 });
});

test('without counting cells, a row that has too many is read with the wrong ones', async () => {
  const rows = 'uid,name\nann,Ann,Smith\n';
  expect(await outcomeOf(readRecords, rows, { format: 'csv' })).toMatchObject({
    records: 0,
    rejected: 1,
  });
  const count = '    if (cells.length !== header.length)\n';
  const read = await readWithout('judging/chunk-judge.ts', count, '    if (false)\n');
  expect(await outcomeOf(read, rows, { format: 'csv' })).toMatchObject({ records: 1, rejected: 0 });
});

test('without the error of a file that is cut off, the rows that it lacks are missing without a word', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) =>
    JSON.stringify({ uid: `u${index}`, name: `User ${Math.sin(index)}` }),
  );
  const whole = gzipSync(rows.join('\n'));
  const cut = whole.subarray(0, whole.length / 2);
  await expect(outcomeOf(readRecords, cut)).rejects.toThrow(InputError);
  const read = await readWithout(
    'bytes/decompress.ts',
    '    if (cause !== undefined) throw cause;\n',
    '    return;\n',
  );
  const { records } = await outcomeOf(read, cut);
  expect(records).toBeGreaterThan(0);
  expect(records).toBeLessThan(rows.length);
});

test('without the account of what is below a row, what nothing reads is left behind without a word', async () => {
  const row = JSON.stringify({
    Item: { uid: 'ann', name: 'Ann', letter: { to: 'bob', text: 'Dear Bob' } },
  });
  const mapping = { columns: { 'Item.uid': 'uid', 'Item.name': 'name' } };
  expect((await outcomeOf(readRecords, row, { mapping })).unread).not.toEqual([]);
  const read = await readWithout(
    'account/row-account.ts',
    'unread: this.#counts.take()',
    'unread: []',
  );
  expect((await outcomeOf(read, row, { mapping })).unread).toEqual([]);
});
