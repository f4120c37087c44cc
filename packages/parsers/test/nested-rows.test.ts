import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimObjects } from '../src/cutting/trim-objects.ts';
import { kindMapping } from '../src/mapping/kind-mapping.ts';
import { parsePath } from '../src/mapping/source-path.ts';
import { openChunks } from '../src/open-chunks.ts';
import { collect, now } from './reading.ts';
import { type Input, readRecords } from '@chatferry/parsers';

const leaf = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', '\\', '[', ']', '{', '}', 'ü', '\n'), maxLength: 6 }),
  fc.integer(),
  fc.constantFrom(true, null),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  ),
}));

/** Any key order: what is around the rows may come before and after them. */
const rooms = fc
  .tuple(
    fc.record({ id: fc.option(leaf), b: fc.option(fc.array(value, { maxLength: 3 })), c: value }),
    fc.boolean(),
  )
  .map(([{ id, b, c }, isIdLast]) => (isIdLast ? { b, c, id } : { id, c, b }));
const documents = fc.record({
  a: fc.array(fc.oneof({ weight: 5, arbitrary: rooms }, leaf), { maxLength: 4 }),
  id: leaf,
});

interface FoundRow {
  readonly row: unknown;
  readonly parents: readonly unknown[];
}

/** The rows at `a[*].b[*]`, with the ids of what is around them. */
function expected(document: { a: unknown[]; id: unknown }): FoundRow[] {
  return document.a.flatMap((each) => {
    const { b, id } = (each ?? {}) as { b?: unknown; id?: unknown };
    return Array.isArray(b) ? b.map((row: unknown) => ({ row, parents: [id, document.id] })) : [];
  });
}

async function found(input: Input): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  for await (const { bytes, starts, ends, rows: count, parents } of openChunks(input).chunks)
    for (let row = 0; row < count; row++)
      rows.push({
        row: JSON.parse(Buffer.from(bytes.subarray(starts[row], ends[row])).toString()) as unknown,
        parents: parents!
          .findLast((each) => each.row <= row)!
          .texts.map((text) => (JSON.parse(text!) as { id: unknown }).id),
      });
  return rows;
}

function inPieces(text: string, bytes: number): Uint8Array[] {
  const whole = Buffer.from(text);
  const count = Math.ceil(whole.length / bytes);
  return Array.from({ length: count }, (_, n) => whole.subarray(n * bytes, (n + 1) * bytes));
}

const mapping = kindMapping.parse({
  rows: 'a[*].b[*]',
  columns: { '^.id': 'guid', '^.^.id': 'uid' },
});

test('a row has what is inside the objects around it', async () => {
  const room = { no: 'x', info: { id: 'chess', name: 'Chess' }, b: [{ uid: 'ann' }] };
  const again = (): Readable => Readable.from([Buffer.from(JSON.stringify({ a: [room] }))]);
  const own = kindMapping.parse({ rows: 'a[*].b[*]', columns: { '^.info.id': 'guid' } });
  const input = { file: 'f', kind: 'members', format: 'json', mapping: own } as const;

  const { records } = await collect(
    readRecords({ ...input, bytes: again(), again }, { now, ids: 'keep', threads: 0 }),
  );

  expect(records.map(({ record }) => record)).toMatchObject([{ guid: 'chess', uid: 'ann' }]);
});

test('what is around rows is known in every part of a file that is read at once', async () => {
  const large = ['g1', 'g2'].map((id) => ({
    b: Array.from({ length: 3000 }, (_, nth) => ({ uid: `u${nth}`, link: 'x'.repeat(40) })),
    id,
  }));
  const again = (): Readable => Readable.from([Buffer.from(JSON.stringify({ a: large }))]);
  const own = kindMapping.parse({
    rows: 'a[*].b[*]',
    columns: { '^.id': 'guid' },
    ignore: ['link'],
  });
  const input = { file: 'f', kind: 'members', format: 'json', mapping: own } as const;

  const { records } = await collect(
    readRecords({ ...input, bytes: again(), again }, { now, ids: 'keep', threads: 0 }),
  );

  expect(Object.groupBy(records, ({ record }) => String(record['guid']))).toMatchObject({
    g1: { length: 3000 },
    g2: { length: 3000 },
  });
});

test('an element that is named by its number is no object around the rows', async () => {
  const room = { id: 'chess', b: [{ uid: 'ann' }] };
  const text = JSON.stringify({ as: 'admin', a: [room, { id: 'go', b: [{ uid: 'bob' }] }] });
  const again = (): Readable => Readable.from([Buffer.from(text)]);
  const columns = { '^.id': 'guid', '^.^.as': 'scope' };
  const own = kindMapping.parse({ rows: 'a[0].b[*]', columns });
  const input = { file: 'f', kind: 'members', format: 'json', mapping: own } as const;

  const { records } = await collect(
    readRecords({ ...input, bytes: again(), again }, { now, ids: 'keep', threads: 0 }),
  );

  expect(records.map(({ record }) => record)).toMatchObject([
    { guid: 'chess', uid: 'ann', scope: 'admin' },
  ]);
});

test('a row after one that cannot be read has what is around itself', async () => {
  const lines = ['{"uid":"ann"}', '{"uid":bob}', '{"uid":"cy"}'].map(
    (row, nth) => `{"a":[{"id":"g${nth}","b":[${row}]}]}`,
  );
  const again = (): Readable => Readable.from([Buffer.from(lines.join('\n'))]);
  const own = kindMapping.parse({ rows: 'a[*].b[*]', columns: { '^.id': 'guid' } });
  const input = { file: 'f', kind: 'members', format: 'ndjson', mapping: own } as const;

  const { records, rejected } = await collect(
    readRecords({ ...input, bytes: again(), again }, { now, ids: 'keep', threads: 0 }),
  );

  expect(records.map(({ id }) => id)).toEqual(['g0_member_ann', 'g2_member_cy']);
  expect(rejected).toMatchObject([{ line: 2, problems: [{ code: 'bad-json' }] }]);
});

test.each(['json', 'ndjson'] as const)('%s: each row has what is around it', async (format) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(documents, { minLength: 1, maxLength: format === 'json' ? 1 : 3 }),
      fc.constantFrom(undefined, 1),
      fc.integer({ min: 1, max: 40 }),
      async (all, indent, bytes) => {
        const space = format === 'json' ? indent : undefined;
        const text = all.map((each) => JSON.stringify(each, undefined, space)).join('\n');
        const again = (): AsyncIterable<Uint8Array> => Readable.from(inPieces(text, bytes));
        const kind = 'members';
        const input = { file: 'file', kind, format, bytes: again(), again, mapping } as const;
        const hasNoList = all.every(({ a }) => a.every((each) => !hasList(each)));
        const outcome = await found(input).catch((error: unknown) =>
          String(error).includes('has no list at a[*].b[*]') ? 'no list' : error,
        );
        expect(outcome).toEqual(hasNoList ? 'no list' : all.flatMap(expected));
      },
    ),
    { numRuns: 300 },
  );
});

function hasList(room: unknown): boolean {
  return Array.isArray((room as { b?: unknown } | null)?.b);
}

function isLong(each: unknown): boolean {
  return typeof each === 'string' || (typeof each === 'object' && each !== null);
}

test('trimmed objects have null in place of the lists, and rows keep their lines', async () => {
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.constantFrom(undefined, 1),
      fc.integer({ min: 1, max: 40 }),
      async (document, indent, bytes) => {
        const text = JSON.stringify(document, undefined, indent);
        const trim = { object: parsePath('a[*]').steps, without: [parsePath('a[*].b').steps] };
        const pieces = trimObjects(Readable.from(inPieces(text, bytes)), trim, false);
        const trimmed = Buffer.concat(
          (await Array.fromAsync(pieces)).map((piece) => Uint8Array.from(piece)),
        ).toString();

        const rest = document.a.map((each) =>
          hasLongB(each) ? { ...(each as object), b: null } : each,
        );
        expect(JSON.parse(trimmed)).toEqual({ ...document, a: rest });
        expect(trimmed.split('\n').length).toBe(text.split('\n').length);
        expect(trimmed.split('\n').at(-2)).toBe(text.split('\n').at(-2));
      },
    ),
    { numRuns: 300 },
  );
});

test('a line that breaks off changes no other line when objects are trimmed', async () => {
  const line = fc.tuple(documents, fc.option(fc.nat(200)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 40 }),
      async (lines, bytes) => {
        const texts = lines.map(([document, cut]) => {
          const text = JSON.stringify(document);
          return cut === null ? text : text.slice(0, cut % text.length);
        });
        const trim = { object: parsePath('a[*]').steps, without: [parsePath('a[*].b').steps] };
        const pieces = trimObjects(Readable.from(inPieces(texts.join('\n'), bytes)), trim, true);
        const trimmed = Buffer.concat(
          (await Array.fromAsync(pieces)).map((piece) => Uint8Array.from(piece)),
        ).toString();

        const parts = trimmed.split('\n');
        expect(parts.length).toBe(lines.length);
        for (const [nth, [document, cut]] of lines.entries()) {
          if (cut !== null) continue;
          const rest = document.a.map((each) =>
            hasLongB(each) ? { ...(each as object), b: null } : each,
          );
          expect(JSON.parse(parts[nth]!)).toEqual({ ...document, a: rest });
        }
      },
    ),
    { numRuns: 200 },
  );
});

function hasLongB(each: unknown): boolean {
  return typeof each === 'object' && each !== null && 'b' in each && isLong(each.b);
}

/** A room with far more messages than a row may have bytes; its id is after them. */
async function* largeRoom(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"rooms":[{"messages":[');
  for (let n = 0; n < 30_000; n++)
    yield Buffer.from(`{"n":${n},"t":"${'y'.repeat(100)}"},${n % 100 === 0 ? '\n' : ''}`);
  yield Buffer.from('{}],"id":"r1","name":"Room","type":"public"}]}');
}

test('a room is a short row, however many messages it holds', async () => {
  const blocks = readRecords(
    {
      file: 'rooms.json',
      kind: 'groups',
      format: 'json',
      bytes: largeRoom(),
      mapping: kindMapping.parse({ rows: 'rooms[*]', columns: { id: 'guid' } }),
      otherRows: ['rooms[*].messages[*]'],
    },
    { now, ids: 'keep', threads: 0 },
  );

  const { records, rejected } = await collect(blocks);

  expect(rejected).toEqual([]);
  expect(records).toEqual([
    { line: 1, id: 'r1', record: { guid: 'r1', name: 'Room', type: 'public' } },
  ]);
});

test('a list that the mapping reads itself is kept', async () => {
  const bytes = Readable.from(['{"rooms":[{"id":"r1","name":"R","people":[{"u":"ann"}]}]}']);
  const blocks = readRecords(
    {
      file: 'rooms.json',
      kind: 'groups',
      format: 'json',
      bytes,
      mapping: kindMapping.parse({
        rows: 'rooms[*]',
        columns: { id: 'guid', 'people[0].u': 'owner' },
        constants: { type: 'public' },
      }),
      otherRows: ['rooms[*].people[*]'],
    },
    { now, ids: 'keep', threads: 0 },
  );

  expect((await collect(blocks)).records[0]?.record).toMatchObject({ owner: 'ann' });
});
