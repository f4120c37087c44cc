import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChunkSizes, cutChunks } from '../src/cutting/cut-chunks.ts';
import { PathScanner } from '../src/cutting/path-scanner.ts';
import { kindMapping } from '../src/mapping/kind-mapping.ts';
import { EACH, parsePath, type Step, valueAt } from '../src/mapping/source-path.ts';
import { ids, read, refusals } from './reading.ts';

const large: ChunkSizes = { chunkBytes: 64 * 1024, maxRowBytes: 64 * 1024 };

interface CutRow {
  readonly line: number;
  readonly text: string;
  readonly fault: string | undefined;
}

async function cut(path: string, text: string, sizes = large): Promise<CutRow[]> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const rows: CutRow[] = [];
  for await (const chunk of cutChunks(
    pieces(),
    'file',
    () => new PathScanner(parsePath(path)),
    sizes,
  ))
    for (let row = 0; row < chunk.rows; row++)
      rows.push({
        line: chunk.lines[row]!,
        text: Buffer.from(chunk.bytes.subarray(chunk.starts[row], chunk.ends[row])).toString(),
        fault: chunk.faults.find((fault) => fault.row === row)?.code,
      });
  return rows;
}

describe('any document', () => {
  const leaf = fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', '"', '\\', '[', ']', '{', '}', ',', 'ü', '\n'),
      maxLength: 6,
    }),
    fc.integer(),
    fc.constantFrom(true, null),
  );
  const key = fc.constantFrom('a', 'b', 'a.b', 'ü"', '__proto__x');
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    ),
  }));
  const paths = [
    'a[*]',
    'a[*].b[*]',
    "['a.b'][*].a[*]",
    '[*]',
    '[*].a[*]',
    'b.a[*]',
    'a[0].b[*]',
    'a.*',
    '*',
    'a.*.b[*]',
    '[*].*',
    '*.*',
  ];

  test('has the rows at a path that JSON.parse finds, wherever its bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.constantFrom(...paths),
        fc.constantFrom(undefined, 2, '\t'),
        fc.integer({ min: 1, max: 30 }),
        async (document, path, indent, chunkBytes) => {
          const text = JSON.stringify(document, undefined, indent);
          const expected = rowsAt(document, path);
          const rows = await cut(path, text).catch((error: unknown) => String(error));
          const values = Array.isArray(rows)
            ? rows.map((row) => JSON.parse(row.text) as unknown)
            : rows;
          const hasNoList =
            typeof rows === 'string' &&
            /has no (list|object) at (.*)$/.exec(rows)?.[2]!.startsWith(path) === true;
          expect(hasNoList ? undefined : values).toEqual(expected);
          const again = await cut(path, text, { ...large, chunkBytes }).catch(String);
          expect(again).toEqual(rows);
          for (const { line, text: own } of Array.isArray(rows) ? rows : [])
            expect(
              text
                .split('\n')
                .slice(line - 1)
                .join('\n'),
            ).toContain(own);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** The elements of all lists, or values of all objects, that a path ends in; undefined when there is none. */
function rowsAt(document: unknown, path: string): unknown[] | undefined {
  const { steps } = parsePath(path);
  const lists = listsAt(document, steps.slice(0, -1), steps.at(-1)!);
  return lists.length === 0 ? undefined : lists.flat();
}

function listsAt(value: unknown, [step, ...rest]: readonly Step[], last: Step): unknown[][] {
  if (step === undefined) return valuesIn(value, last);
  if (typeof step === 'string') return listsAt(valueAt(value, [step]), rest, last);
  return valuesIn(value, step).flatMap((values) =>
    values.flatMap((each) => listsAt(each, rest, last)),
  );
}

function valuesIn(value: unknown, step: Step): unknown[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) === (step === EACH) ? [Object.values(value)] : [];
}

const document = `{
  "exported": "2023-11-14",
  "people": { "users": [
    { "uid": "a", "name": "Ann" },
    { "uid": "b" },
    "not a user",
    { "uid": "d",
      "name": "Dot" }
  ] },
  "users": [{ "uid": "z", "name": "Not this one" }]
}`;

test('each element has its line and its own text', async () => {
  const outcome = await read({
    format: 'json',
    content: document,
    mapping: kindMapping.parse({ rows: 'people.users[*]' }),
  });

  expect(outcome.records.map(({ line, id }) => `${line} ${id}`)).toEqual(['4 a', '7 d']);
  expect(refusals(outcome)).toEqual(['5 missing-field', '6 not-an-object', '10 not-read']);
  expect(outcome.rejected.map(({ row }) => row)).toEqual([
    '{ "uid": "b" }',
    '"not a user"',
    '{ "uid": "z", "name": "Not this one" }',
  ]);
});

test('a row that is too large is rejected, and the rows after it are read', async () => {
  const small: ChunkSizes = { chunkBytes: 16, maxRowBytes: 32 };
  const text = `{"x":"${'y'.repeat(200)}","a":[{"n":1},{"n":"${'}'.repeat(100)}"},\n{"n":3}]}`;

  const rows = await cut('a[*]', text, small);

  expect(rows.map(({ line, text: own, fault }) => fault ?? `${line} ${own}`)).toEqual([
    '1 {"n":1}',
    'row-too-large',
    '2 {"n":3}',
  ]);
});

test.each([
  ['{"users":[{"uid":"a","name":"A"}', 'ends before its outermost object or list does'],
  ['{"users":[{"uid":"a","name":"A"}}', 'is not valid JSON'],
  ['{"users":[{"uid":"a","name":"A"', 'has an element that does not end'],
  ['{"people":[]}', 'has no list at users[*]'],
  ['{"users":{"a":{}}}', 'has no list at users[*]'],
])('%s is refused', async (content, message) => {
  const reading = read({
    format: 'json',
    content,
    mapping: kindMapping.parse({ rows: 'users[*]' }),
  });

  await expect(reading).rejects.toThrow(message);
});

test('an empty list is a file without rows', async () => {
  const outcome = await read({
    format: 'json',
    content: '{"users":[]}',
    mapping: kindMapping.parse({ rows: 'users[*]' }),
  });

  expect(ids(outcome)).toEqual([]);
});

test('the rows of documents one after the other are read', async () => {
  const content = ['ann', 'bob'].map((uid) => `{"users":[{"uid":"${uid}","name":"N"}],"n":1}`);

  for (const between of ['', ' ', '\n']) {
    const outcome = await read({
      format: 'json',
      content: content.join(between),
      mapping: kindMapping.parse({ rows: 'users[*]' }),
    });
    expect(ids(outcome)).toEqual(['ann', 'bob']);
  }
});

test.each(['', '^.users[*]'])('%j does not lead into a document', (rows) => {
  expect(String(kindMapping.safeParse({ rows }).error)).toContain('elements of a list');
});

const tickets = (format: 'json' | 'ndjson', content: string, rows: string) =>
  read({ format, content, mapping: kindMapping.parse({ rows, columns: { '^.id': 'uid' } }) });

describe('an object that is a row', () => {
  test('is read where it is one, and null is none', async () => {
    const content = JSON.stringify({
      tickets: [
        { id: 't1', by: { name: 'Ann' } },
        { id: 't2', by: null },
        { id: 't3' },
        { by: { name: 'Bob' }, id: 't4' },
        { id: 't5', by: 'Cy' },
      ],
    });

    const outcome = await tickets('json', content, 'tickets[*].by');

    expect(ids(outcome)).toEqual(['t1', 't4']);
    expect(refusals(outcome)).toEqual(['1 not-an-object']);
  });

  test('may be the only one of a document, or of each line', async () => {
    const lines = ['{"id":"t1","by":{"name":"Ann"}}', '{"id":"t2","by":{"name":"Bob"}}'];

    expect(ids(await tickets('ndjson', lines.join('\n'), 'by'))).toEqual(['t1', 't2']);
    expect(ids(await tickets('json', lines[0]!, 'by'))).toEqual(['t1']);
  });

  test('is told from a list that lacks its [*]', async () => {
    const reading = tickets('json', '{"by":[{"name":"Ann"}]}', 'by');

    await expect(reading).rejects.toThrow('has no object at by');
  });
});

async function* largeDocument(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"log":[');
  for (let n = 0; n < 20_000; n++) yield Buffer.from(`"${'x'.repeat(100)}",`);
  yield Buffer.from('0],"rooms":[{"messages":[');
  for (let n = 0; n < 20_000; n++) yield Buffer.from(`{"n":${n},"t":"${'y'.repeat(50)}"},`);
  yield Buffer.from('{}]}]}');
}

const openMessages = (): PathScanner => new PathScanner(parsePath('rooms[*].messages[*]'));

test('memory does not grow with what is beside the path, or with the rows', async () => {
  const sizes = { chunkBytes: 1024, maxRowBytes: 4096 };
  let [rows, most] = [0, 0];

  for await (const chunk of cutChunks(largeDocument(), 'file', openMessages, sizes)) {
    rows += chunk.rows;
    most = Math.max(most, chunk.bytes.length);
  }

  expect(rows).toBe(20_001);
  expect(most).toBeLessThanOrEqual(4 * sizes.maxRowBytes);
});

const largeRow = `{"t":"${'x'.repeat(20_000)}"}`;

test.each([
  [
    'ms[*]',
    { areLines: true, levels: [0] },
    [
      `{"ms":[${largeRow},{"n":1}]}`,
      '{"ms":[{"n":2},{',
      '{"ms":[{"n":3}',
      '{"ms":[{"n":4}],"x":"\\',
      '{"":"","ms":[{"n":5},{}]}',
      `{"ms":[${largeRow.slice(0, -2)}`,
      '{"ms":[{"n":6}]}',
    ],
    [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7],
  ],
  [
    'rooms[*].ms[*]',
    { levels: [2] },
    [`{"rooms":[{"ms":[${largeRow},{"n":1}]}, {"ms":[{"n":2}]}]}`],
    [1, 1, 2],
  ],
])(
  'a row that is too large, or on a broken line, is counted with what is around it: %s',
  async (rows, options, lines, around) => {
    const sizes = { chunkBytes: 1024, maxRowBytes: 4096 };
    const scanner = new PathScanner(parsePath(rows), options);
    const found: number[] = [];
    let count = 0;

    for await (const chunk of cutChunks(
      Readable.from([Buffer.from(lines.join('\n'))]),
      'file',
      () => scanner,
      sizes,
    )) {
      count += chunk.rows;
      found.push(...scanner.takeParents().flat());
    }

    expect(found).toEqual(around);
    expect(count).toBe(around.length);
  },
);
