import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChunkSizes, cutChunks } from '../src/cutting/cut-chunks.ts';
import { plainDialect } from '../src/cutting/csv-dialect.ts';
import { CsvScanner } from '../src/cutting/csv-scanner.ts';
import { ElementScanner } from '../src/cutting/element-scanner.ts';
import { LineScanner } from '../src/cutting/line-scanner.ts';
import type { OpenScanner } from '../src/cutting/scanner.ts';
import { ChunkText } from '../src/cutting/chunk-text.ts';
import { CsvCells } from '../src/rows/csv-cells.ts';

interface CutRow {
  readonly line: number;
  readonly text: string;
  readonly fault: string | undefined;
}

const large: ChunkSizes = { chunkBytes: 64 * 1024, maxRowBytes: 64 * 1024 };

const scanners: Readonly<Record<'csv' | 'json' | 'ndjson', OpenScanner>> = {
  csv: () => new CsvScanner(plainDialect),
  json: () => new ElementScanner(),
  ndjson: () => new LineScanner(),
};

/** The rows found in a text that arrives in pieces of some size; an error ends the list. */
async function cut(
  format: keyof typeof scanners,
  text: string,
  sizes = large,
  pieceBytes = Infinity,
): Promise<(CutRow | string)[]> {
  const bytes = Buffer.from(text);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      yield bytes.subarray(at, Math.min(at + pieceBytes, bytes.length));
  }
  const rows: (CutRow | string)[] = [];
  try {
    for await (const chunk of cutChunks(pieces(), 'file', scanners[format], sizes))
      for (let row = 0; row < chunk.rows; row++)
        rows.push({
          line: chunk.lines[row]!,
          text: Buffer.from(chunk.bytes.subarray(chunk.starts[row], chunk.ends[row])).toString(),
          fault: chunk.faults.find((fault) => fault.row === row)?.code,
        });
  } catch (error) {
    rows.push((error as Error).message);
  }
  return rows;
}

const newline = fc.constantFrom('\n', '\r\n');

/** Text made of the characters that matter to a scanner. */
const csvSoup = fc
  .array(fc.constantFrom('a', 'b', ',', '"', '""', '\n', '\r\n', '\r', 'ü', ' '), { maxLength: 60 })
  .map((parts) => parts.join(''));

const jsonSoup = fc
  .array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ':',
      '\n',
      ' ',
      '{"a":1}',
      '{"b":[{}]}',
      'ü',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('the ends of the chunks make no difference', () => {
  test.each([
    ['csv', csvSoup],
    ['ndjson', jsonSoup],
    ['json', jsonSoup],
    ['json', jsonSoup.map((text) => `[\n${text}\n{"z":1}\n]`)],
  ] as const)('%s', async (format, soup) => {
    const sizes = fc.record({
      chunk: fc.integer({ min: 1, max: 40 }),
      piece: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(soup, sizes, async (text, { chunk, piece }) => {
        const small: ChunkSizes = { ...large, chunkBytes: chunk };

        const [found, expected] = [await cut(format, text, small, piece), await cut(format, text)];
        const broken = typeof expected.at(-1) === 'string'; // rows of the chunk with the break are not given
        expect(broken ? found.at(-1) : found).toEqual(broken ? expected.at(-1) : expected);
      }),
      { numRuns: 1000 },
    );
  });
});

function cellsOf(row: string): readonly string[] | undefined {
  const bytes = Buffer.from(row);
  const one = { rows: 1, starts: Uint32Array.of(0), ends: Uint32Array.of(bytes.length) };
  const chunk = { ...one, bytes, lines: Uint32Array.of(1), faults: [] };
  return new CsvCells(new ChunkText(chunk, false), plainDialect).of(0);
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

describe('CSV', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'ü', '🚋', ' ', '.') }),
    fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', '\r', '🚋') }).map(quote),
  );
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 12 }),
    );

  test('well-formed rows are cut at the same positions as by csv-parse', async () => {
    await fc.assert(
      fc.asyncProperty(table, newline, async (rows, end) => {
        const text = rows.map((cells) => cells.join(',') + end).join('');

        const found = await cut('csv', text);

        expect(found.map((row) => (row as CutRow).text)).toEqual(
          rows.map((cells) => cells.join(',')),
        );
        const record_delimiter = ['\r\n', '\n'];
        const options = { record_delimiter, relax_column_count: true, skip_empty_lines: true };
        expect(parse(text, options)).toHaveLength(found.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('a row without a fault has the cells that csv-parse finds, whatever surrounds it', async () => {
    await fc.assert(
      fc.asyncProperty(csvSoup, async (text) => {
        for (const row of await cut('csv', text)) {
          if (typeof row === 'string' || row.fault !== undefined) continue;
          const options = {
            record_delimiter: ['\r\n', '\n'],
            relax_column_count: true,
            relax_quotes: true,
          };
          expect([cellsOf(row.text)]).toEqual(parse(row.text, options));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('a file with CR and LF gives the cells that csv-parse finds, wherever it is cut', async () => {
    const text = [
      'muid,text,note',
      'm1,"Hi","quoted to the end"',
      'm2,"two\r\nlines","say ""hi"""',
      '"m3",plain,""',
      '"m4","ü 🚋","a,b"',
      '',
    ].join('\r\n');
    const expected = parse(text, { record_delimiter: ['\r\n'] });
    const length = Buffer.byteLength(text);

    for (let chunkBytes = 1; chunkBytes <= length; chunkBytes++) {
      const rows = (await cut('csv', text, { ...large, chunkBytes })) as CutRow[];
      const faults = rows.filter(({ fault }) => fault !== undefined);
      expect({ chunkBytes, faults, rows: rows.map((row) => cellsOf(row.text)) }).toEqual({
        chunkBytes,
        faults: [],
        rows: expected,
      });
    }
  });

  test('no line of the text is lost', async () => {
    await fc.assert(
      fc.asyncProperty(csvSoup, async (text) => {
        const rows = (await cut('csv', text)) as CutRow[];

        const lines = text.replaceAll('\r\n', '\n').split('\n');
        const covered = rows.flatMap(({ line, text: own }) =>
          own.split('\n').map((_, index) => line + index),
        );
        const filled = lines.flatMap((line, index) => (line === '' ? [] : [index + 1]));
        expect(covered).toEqual(expect.arrayContaining(filled));
        expect(new Set(covered).size).toBe(covered.length);
      }),
      { numRuns: 1000 },
    );
  });
});

const giant = 'x'.repeat(100);

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('a,b\n');
  for (let piece = 0; piece < 10_000; piece++) yield Buffer.from(giant);
  yield Buffer.from('\nc,d\n');
}

describe('rows over the limit', () => {
  const small: ChunkSizes = { chunkBytes: 16, maxRowBytes: 32 };

  test.each([
    ['csv', `a,b\n${giant}\nc,d\n`, ['a,b', 'row-too-large 2', 'c,d']],
    ['csv', `a,b\n1,"${giant}\n2,b\n`, ['a,b', 'row-too-large 2', '2,b']],
    ['csv', `a,b\n1,"x\n${giant}\n2,b\n`, ['a,b', 'bad-quotes 2', 'row-too-large 3', '2,b']],
    ['ndjson', `{}\n${giant}\n[]`, ['{}', 'row-too-large 2', '[]']],
    ['json', `[{},\n{"a":"${giant}"},\n{}]`, ['{}', 'row-too-large 2', '{}']],
    ['json', `[\n{},\n{"a":"${giant}"}\n]`, ['{}', 'row-too-large 3']],
  ] as const)('%s %j', async (format, text, expected) => {
    const rows = (await cut(format, text, small, 5)) as CutRow[];

    expect(
      rows.map((row) => (row.fault === undefined ? row.text : `${row.fault} ${row.line}`)),
    ).toEqual(expected);
  });

  test.each([
    ['json', `[\n{"a":\n"${giant}",\n"b":\n"${giant}"\n},\n{"z":1}]`, 7],
    ['json', `[\n  {"a": [\n{"${giant}":1}, {"b":"${giant}"}]},\n  {"z":1}]`, 4],
    ['csv', `a,b\n"x\r\n${giant}\r\n${giant}",1\n{"z":1},2`, 5],
  ] as const)(
    'a row after one of several lines has its line: %s %j',
    async (format, text, line) => {
      for (let piece = 1; piece < 20; piece++) {
        const rows = (await cut(format, text, small, piece)) as CutRow[];
        expect(rows.at(-1)).toMatchObject({ line, fault: undefined });
        expect(rows.at(-1)!.text).toContain('{"z":1}');
      }
    },
  );

  test('memory stays that of a chunk while a huge row is skipped', async () => {
    const sizes: number[] = [];
    for await (const { bytes } of cutChunks(endless(), 'file', scanners.csv, small))
      sizes.push(bytes.length);

    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * small.maxRowBytes);
  });
});
