import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvDialect, type CsvDialect } from '../src/cutting/csv-dialect.ts';
import { CsvScanner } from '../src/cutting/csv-scanner.ts';
import { cutChunks } from '../src/cutting/cut-chunks.ts';
import { ChunkText } from '../src/cutting/chunk-text.ts';
import { kindMapping } from '../src/mapping/kind-mapping.ts';
import { CsvCells } from '../src/rows/csv-cells.ts';
import { ids, read, refusals } from './reading.ts';

const sizes = { chunkBytes: 64 * 1024, maxRowBytes: 64 * 1024 };

interface FoundRow {
  readonly line: number;
  readonly text: string;
  readonly cells: readonly string[] | undefined;
  readonly fault: string | undefined;
}

async function rowsOf(text: string, dialect: CsvDialect, chunkBytes = sizes.chunkBytes) {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const rows: FoundRow[] = [];
  const open = () => new CsvScanner(dialect);
  for await (const chunk of cutChunks(pieces(), 'file', open, { ...sizes, chunkBytes })) {
    const chunkText = new ChunkText(chunk, false);
    const cells = new CsvCells(chunkText, dialect);
    for (let row = 0; row < chunk.rows; row++) {
      const fault = chunk.faults.find((each) => each.row === row)?.code;
      rows.push({
        line: chunk.lines[row]!,
        text: chunkText.text(row),
        cells: fault === undefined ? cells.of(row) : undefined,
        fault,
      });
    }
  }
  return rows;
}

const dialects = fc.record({
  quote: fc.constantFrom('"', "'"),
  escape: fc.constantFrom('doubled', 'backslash'),
  comment: fc.constantFrom(undefined, '#'),
  skipLines: fc.integer({ min: 0, max: 2 }),
} as const);

/** The options of csv-parse that mean the same. */
function parseOptions({
  quote,
  escape,
  comment,
  skipLines,
}: typeof dialects extends fc.Arbitrary<infer D> ? D : never) {
  return {
    quote,
    escape: escape === 'backslash' ? '\\' : quote,
    ...(comment === undefined ? {} : { comment, comment_no_infix: true }),
    from_line: skipLines + 1,
    record_delimiter: ['\r\n', '\n'],
    skip_empty_lines: true,
    relax_column_count: true,
  };
}

function quoted(text: string, quote: string, escape: string): string {
  const escaped =
    escape === 'backslash'
      ? text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
      : text.replaceAll(quote, quote + quote);
  return quote + escaped + quote;
}

describe('any dialect', () => {
  const plain = fc.string({ unit: fc.constantFrom('a', 'ü', '.', ' ', '\\'), maxLength: 5 });
  const any = fc.string({
    unit: fc.constantFrom('a', '"', "'", ',', '\n', '\r\n', '\\', '#', 'ü'),
    maxLength: 8,
  });
  const table = fc.integer({ min: 2, max: 3 }).chain((columns) =>
    fc.array(
      fc.array(fc.record({ isQuoted: fc.boolean(), plain, any }), {
        minLength: columns,
        maxLength: columns,
      }),
      { minLength: 1, maxLength: 6 },
    ),
  );
  const newline = fc.constantFrom('\n', '\r\n');

  test('rows are cut where csv-parse sees them, and have the cells that it sees', async () => {
    await fc.assert(
      fc.asyncProperty(
        dialects,
        table,
        newline,
        fc.array(fc.nat(6), { maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        async (form, rows, end, comments, chunkBytes) => {
          const { quote, escape, skipLines, comment } = form;
          const lines = rows.map((cells) =>
            cells
              .map((cell) => (cell.isQuoted ? quoted(cell.any, quote, escape) : `x${cell.plain}`))
              .join(','),
          );
          if (comment !== undefined)
            for (const at of comments) lines.splice(at, 0, `${comment} it's "not" a row,`);
          const skipped = Array.from({ length: skipLines }, (_, n) => `skipped ${n}`);
          const text = [...skipped, ...lines].map((each) => each + end).join('');
          const dialect = csvDialect(Buffer.from(text), { ...form, delimiter: ',' });

          const found = await rowsOf(text, dialect);

          expect(found.map(({ cells }) => cells)).toEqual(parse(text, parseOptions(form)));
          expect(found.map(({ fault }) => fault).filter(Boolean)).toEqual([]);
          expect(await rowsOf(text, dialect, chunkBytes)).toEqual(found);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('what is cut without a fault has the cells that csv-parse sees, and no line is lost', async () => {
    const soup = fc
      .array(fc.constantFrom('a', ',', '"', "'", '\\', '\n', '\r\n', '#', 'ü'), { maxLength: 50 })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(dialects, soup, async (form, text) => {
        const dialect = csvDialect(Buffer.from(text), { ...form, delimiter: ',' });
        const found = await rowsOf(text, { ...dialect, newline: 0x0a });

        const options = {
          ...parseOptions({ ...form, comment: undefined, skipLines: 0 }),
          relax_quotes: true,
        };
        const whole = found.filter(
          ({ fault, cells }) => fault === undefined && cells !== undefined,
        );
        expect(whole.map(({ cells }) => [cells])).toEqual(
          whole.map(({ text: row }) => parse(row, options) as unknown),
        );

        const lines = text.replaceAll('\r\n', '\n').split('\n');
        const covered = new Set(
          found.flatMap(({ line, text: own }) => own.split('\n').map((_, index) => line + index)),
        );
        const isLeft = (each: string, index: number): boolean =>
          each === '' ||
          index < form.skipLines ||
          (form.comment !== undefined && each.startsWith('#'));
        const lost = lines.flatMap((each, index) =>
          isLeft(each, index) || covered.has(index + 1) ? [] : [index + 1],
        );
        expect(lost).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

test('an export of MySQL lands as it stands, with file, line and text of each row', async () => {
  const content = [
    String.raw`"1","Ann \"Red\" Lee",\N,"1700000000"`,
    String.raw`"2","Back\\slash","n","1700000001"`,
    'broken',
    String.raw`"4","two\
lines",NULL,"1700000003"`,
    `"5","Eve",NULL,"1700000004"`,
    '',
  ].join('\n');
  const mapping = kindMapping.parse({
    header: false,
    fields: ['uid', 'name', 'role', 'createdAt'],
    escape: 'backslash',
    nulls: [String.raw`\N`, 'NULL'],
  });

  const outcome = await read({ content, mapping });

  expect(outcome.records).toEqual([
    { line: 1, id: '1', record: { uid: '1', name: 'Ann "Red" Lee', createdAt: 1_700_000_000 } },
    {
      line: 2,
      id: '2',
      record: { uid: '2', name: String.raw`Back\slash`, role: 'n', createdAt: 1_700_000_001 },
    },
    { line: 4, id: '4', record: { uid: '4', name: 'two\nlines', createdAt: 1_700_000_003 } },
    { line: 6, id: '5', record: { uid: '5', name: 'Eve', createdAt: 1_700_000_004 } },
  ]);
  expect(outcome.rejected).toMatchObject([
    { line: 3, row: 'broken', problems: [{ code: 'wrong-column-count' }] },
  ]);
});

test('a first row with too few cells costs only itself in a file without a header', async () => {
  const fields = ['uid', 'name', 'role'];
  const content = 'broken\nu1,"Ann\nLee",admin\n';

  const outcome = await read({ content, mapping: { header: false, fields } });

  expect(refusals(outcome)).toEqual(['1 wrong-column-count']);
  expect(outcome.records).toMatchObject([{ line: 2, record: { name: 'Ann\nLee' } }]);
});

test('escaped quotes in the first row do not hide its end', async () => {
  const fields = ['uid', 'name'];
  const mapping = kindMapping.parse({ header: false, fields, escape: 'backslash' });
  const content = 'u1;"5\\" pipe"\nu2;"a\r,b,c,d"\n';

  const outcome = await read({ content, mapping });

  expect(refusals(outcome)).toEqual([]);
  expect(outcome.records.map(({ record }) => record['name'])).toEqual(['5" pipe', 'a\r,b,c,d']);
});

test.each([
  [
    'a quote after an escaped backslash ends its cell',
    String.raw`"u\\";name`,
    { escape: 'backslash' },
  ],
  ['a quote in a line that is not read opens no cell', 'A 5" title\nuid;name', { skipLines: 1 }],
])('%s, so the delimiter is found', (_, header, mapping) => {
  const head = Buffer.from(`${header}\n"u1";"a,b,c,d"\n`);

  expect(csvDialect(head, kindMapping.parse(mapping)).delimiter).toBe(';'.charCodeAt(0));
});

test.each(['\n', '\r\n'])(
  'lines before the header, and comments anywhere, are not read but counted: %j',
  async (newline) => {
    const content =
      'Export of 2024\n;;;\n# users\nuid,name\n# Ann, "who" is first\nu1,Ann\n\nu2,\'Bob, Jr\'\n'.replaceAll(
        '\n',
        newline,
      );

    const { records } = await read({
      content,
      mapping: { skipLines: 2, comment: '#', quote: "'" },
    });

    expect(records.map(({ line, record }) => ({ line, ...record }))).toEqual([
      { line: 6, uid: 'u1', name: 'Ann' },
      { line: 8, uid: 'u2', name: 'Bob, Jr' },
    ]);
  },
);

test('without quotes a quote is a character like any other', async () => {
  const { records, warnings } = await read({
    content: 'uid\tname\nu1\t"Ann\nu2\tB "Bob" C\n',
    mapping: { quote: 'none' },
  });

  expect(records.map(({ record }) => record['name'])).toEqual(['"Ann', 'B "Bob" C']);
  expect(warnings).toEqual([]);
});

test('threads read the same dialect', async () => {
  const content = `'u','Name'\n${Array.from({ length: 60_000 }, (_, n) => `'u${n}','It\\'s ${n}, \\N'\n`).join('')}`;
  const mapping = kindMapping.parse({
    quote: "'",
    escape: 'backslash',
    columns: { u: 'uid', Name: 'name' },
  });

  const [alone, threaded] = [
    await read({ content, mapping }),
    await read({ content, mapping }, { threads: 2 }),
  ];

  expect(threaded.records).toEqual(alone.records);
  expect(threaded.records.at(-1)!.record['name']).toBe("It's 59999, N");
});

test.each([
  [{ header: false }, 'has no header, and the configuration does not name its columns.'],
  [{ fields: ['uid', 'name'] }, 'named by its header and by fields'],
])('%j leaves the names of the columns open', async (mapping, message) => {
  await expect(read({ content: 'u1,Ann\n', mapping })).rejects.toThrow(message);
});

test('a file that chatferry wrote is read as it writes them, whatever the mapping says', async () => {
  const content =
    'uid,name,role,chatferry_code,chatferry_message\n"u1","Ann ""Red""",\\N,ERR_X,"it\nfailed"\n';
  const mapping = kindMapping.parse({
    header: false,
    fields: ['uid', 'name', 'role'],
    quote: "'",
    skipLines: 3,
    delimiter: ';',
    nulls: String.raw`\N`,
  });

  const outcome = await read({ content, mapping });

  expect(refusals(outcome)).toEqual([]);
  expect(outcome.records.map(({ record }) => record)).toEqual([{ uid: 'u1', name: 'Ann "Red"' }]);
});

test('nulls of a time column do not make its unit look wrong', async () => {
  const outcome = await read({
    content: 'uid,name,createdAt\nu1,Ann,NULL\nu2,Bob,1700000000\n',
    mapping: { nulls: ['NULL'] },
  });

  expect(ids(outcome)).toEqual(['u1', 'u2']);
});

test('what COPY of PostgreSQL escapes is decoded, and a text that looks like a null is none', async () => {
  const cells = ['u1', 'a\\tb\\nc\\\\d\\x41\\101\\.', '"Ann" Lee', '\\N'];
  const texts = ['u2', '\\\\N', 'Bob', ''];
  const mapping = kindMapping.parse({
    escape: 'copy',
    header: false,
    fields: ['uid', 'metadata.text', 'name', 'role'],
  });

  const outcome = await read({ content: `${cells.join('\t')}\n${texts.join('\t')}\n`, mapping });

  expect(refusals(outcome)).toEqual([]);
  expect(outcome.records.map(({ record }) => record)).toEqual([
    { uid: 'u1', name: '"Ann" Lee', metadata: { text: 'a\tb\nc\\dAA.' } },
    { uid: 'u2', name: 'Bob', metadata: { text: '\\N' } },
  ]);
});
