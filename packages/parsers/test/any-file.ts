/* oxlint-disable unicorn/consistent-function-scoping -- they are read where they are used */
import { gzipSync, zstdCompressSync } from 'node:zlib';
import type { KindMapping } from '@chatferry/parsers';
import * as fc from 'fast-check';

/** A user as the legacy system knows them, before any file holds them. */
export interface Person {
  readonly user: string;
  readonly first: string;
  readonly last: string;
  readonly picture: string;
  /** UNIX seconds. */
  readonly joined: number | undefined;
  readonly tags: readonly string[];
  readonly extra: Readonly<Record<string, unknown>> | undefined;
  readonly plan: string;
  readonly state: string;
  readonly left: number | undefined;
}

type Column = (typeof columns)[number];

/** A line or element that is no person: the text of it, and why it is rejected. */
interface Spoilt {
  readonly code: string;
}

export type Entry = Person | Spoilt;

const columns = [
  'user',
  'first',
  'last',
  'picture',
  'joined',
  'tags',
  'extra',
  'plan',
  'state',
  'left',
] as const;

/** How a file is written. */
export interface Writing {
  readonly format: 'csv' | 'json' | 'ndjson';
  readonly encoding: 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly compression: 'none' | 'gzip' | 'zstd';
  readonly newline: '\n' | '\r\n' | '\r';
  readonly delimiter: ',' | ';' | '\t' | '|' | '~';
  readonly quotes: 'doubled' | 'backslash' | 'single' | 'none' | 'copy';
  /** What decides, cell by cell, whether quotes that are not needed are written. */
  readonly taste: readonly boolean[];
  readonly blankLines: boolean;
  readonly comments: boolean;
  readonly skipLines: number;
  readonly header: boolean;
  /** The columns in the order of the file. */
  readonly columns: readonly Column[];
  readonly nulls: boolean;
  /** JSON with white space, over several lines if it is no NDJSON. */
  readonly spaced: boolean;
  /** Where the list is in a JSON document; `lists`: half of it in an array, and half in another array after that. */
  readonly around: 'list' | 'lists' | 'wrapped' | 'nested' | 'keyed' | 'sequence';
  readonly timeForm: 'seconds' | 'milliseconds' | 'iso' | 'local' | 'format';
  readonly pieceBytes: number;
}

export const anyWriting: fc.Arbitrary<Writing> = fc
  .record({
    format: fc.constantFrom('csv' as const, 'csv' as const, 'json' as const, 'ndjson' as const),
    encoding: fc.constantFrom(
      ...(['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1252'] as const),
    ),
    compression: fc.constantFrom(...(['none', 'none', 'gzip', 'zstd'] as const)),
    newline: fc.constantFrom(...(['\n', '\r\n', '\r'] as const)),
    delimiter: fc.constantFrom(...([',', ';', '\t', '|', '~'] as const)),
    quotes: fc.constantFrom(...(['doubled', 'backslash', 'single', 'none', 'copy'] as const)),
    taste: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
    blankLines: fc.boolean(),
    comments: fc.boolean(),
    skipLines: fc.nat(2),
    header: fc.boolean(),
    columns: fc.shuffledSubarray([...columns], { minLength: columns.length }),
    nulls: fc.boolean(),
    spaced: fc.boolean(),
    around: fc.constantFrom(
      ...(['list', 'lists', 'wrapped', 'nested', 'keyed', 'sequence'] as const),
    ),
    timeForm: fc.constantFrom(...(['seconds', 'milliseconds', 'iso', 'local', 'format'] as const)),
    pieceBytes: fc.constantFrom(1, 7, 100, 100_000),
  })
  .map((writing) => ({ ...writing, newline: writing.format === 'csv' ? writing.newline : '\n' }));

const euro = [
  'a',
  'é',
  'ü',
  '€',
  '"',
  "'",
  ',',
  ';',
  '|',
  '~',
  '\t',
  '\\',
  ' ',
  '\r\n',
  '\n',
  '\r',
];
const world = [...euro, '語', '🚋', 'e\u0301', '\u2028'];

function anyText(writing: Writing): fc.Arbitrary<string> {
  const isPlain = writing.quotes === 'none' && writing.format === 'csv';
  const units = (writing.encoding === 'windows-1252' ? euro : world).filter(
    (unit) => !isPlain || !/[\r\n]/.test(unit),
  );
  return fc
    .string({ unit: fc.constantFrom(...units), maxLength: 8 })
    .map((text) => (isPlain ? text.replaceAll(writing.delimiter, '') : text));
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** A time as the column of a file writes it. */
function written(seconds: number, form: Writing['timeForm']): string {
  const iso = isoTime(seconds);
  if (form === 'seconds') return String(seconds);
  if (form === 'milliseconds') return `${seconds}417`;
  if (form === 'iso') return iso;
  // Clocks in Kolkata are always five and a half hours ahead.
  const local = isoTime(seconds + 19_800);
  if (form === 'local') return local.slice(0, 19).replace('T', ' ');
  const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T([\d:]+)/.exec(local)!;
  return `${day}.${month}.${year} ${time}`;
}

export const timeMapping = (form: Writing['timeForm']): Partial<KindMapping> => {
  if (form === 'seconds') return {};
  if (form === 'milliseconds') return { times: { createdAt: 'milliseconds' } };
  if (form === 'iso') return { times: { createdAt: 'iso' } };
  if (form === 'local') return { times: { createdAt: 'iso' }, zone: 'Asia/Kolkata' };
  return { times: { createdAt: { format: 'dd.MM.yyyy HH:mm:ss', zone: 'Asia/Kolkata' } } };
};

export function anyEntries(writing: Writing, now: number): fc.Arbitrary<readonly Entry[]> {
  const text = anyText(writing);
  const extra = fc.dictionary(
    fc.constantFrom('a', 'b', 'ü'),
    fc.oneof(text, fc.nat(), fc.boolean()),
    {
      maxKeys: 2,
    },
  );
  const maybe = <T>(some: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
    fc.option(some, { nil: undefined });
  const person: fc.Arbitrary<Person> = fc.record({
    user: fc.constantFrom('ada', 'bob_2', 'cy-3', 'dot', '', 'e!ve', '4711'),
    first: fc.oneof(
      text.map((some) => `F${some}`),
      fc.constant(''),
      fc.constant('x'.repeat(101)),
    ),
    last: fc.oneof(
      text.map((some) => `L${some}`),
      fc.constant(''),
    ),
    picture: fc.constantFrom('', '', 'https://example.org/a.png', 'nowhere'),
    joined: maybe(fc.constantFrom(now, now + 1, 1_700_000_000, 1_000_000_000, 1_720_000_001)),
    tags: fc.array(fc.constantFrom('red', 'blue', 'a b'), { maxLength: 3 }),
    extra:
      writing.format === 'csv' && writing.quotes === 'none' ? fc.constant(undefined) : maybe(extra),
    plan: fc.constantFrom('', 'gold', 'silver'),
    state: fc.constantFrom('on', 'off', ''),
    left: maybe(fc.constant(1_730_000_000)),
  });
  const codes = {
    csv: ['wrong-column-count'],
    ndjson: ['bad-json', 'not-an-object', 'repeated-key'],
    json: ['not-an-object', 'repeated-key'],
  }[writing.format];
  const spoilt = fc.constantFrom(...codes).map((code): Spoilt => ({ code }));
  const isList = writing.format !== 'json' || !['keyed', 'sequence'].includes(writing.around);
  return fc.array(isList ? fc.oneof({ weight: 8, arbitrary: person }, spoilt) : person, {
    maxLength: 12,
  });
}

/** The file, and the line that each entry begins on. */
export interface WrittenFile {
  readonly pieces: readonly Uint8Array[];
  readonly lines: readonly number[];
  /** What is written of each entry. */
  readonly texts: readonly string[];
  readonly mapping: Partial<KindMapping>;
}

export function write(entries: readonly Entry[], writing: Writing): WrittenFile {
  const { text, starts, texts, mapping } =
    writing.format === 'csv' ? asCsv(entries, writing) : asJson(entries, writing);
  const newline = writing.newline === '\r' ? '\r' : '\n';
  const lines = starts.map((start) => text.slice(0, start).split(newline).length);
  const bytes = compress(encoded(text, writing.encoding), writing.compression);
  const pieces = Array.from({ length: Math.ceil(bytes.length / writing.pieceBytes) }, (_, index) =>
    bytes.subarray(index * writing.pieceBytes, (index + 1) * writing.pieceBytes),
  );
  const encoding = writing.encoding === 'windows-1252' ? { encoding: 'windows-1252' } : {};
  return { pieces, lines, texts, mapping: { ...mapping, ...encoding } };
}

function encoded(text: string, encoding: Writing['encoding']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8-bom') return Buffer.from(`\uFEFF${text}`);
  if (encoding === 'utf-16le') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  return Buffer.from(text.replaceAll('€', '\u0080'), 'latin1');
}

function compress(bytes: Buffer, compression: Writing['compression']): Buffer {
  if (compression === 'gzip') return gzipSync(bytes);
  return compression === 'zstd' ? zstdCompressSync(bytes) : bytes;
}

interface WrittenText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly texts: readonly string[];
  readonly mapping: Partial<KindMapping>;
}

function asCsv(entries: readonly Entry[], writing: Writing): WrittenText {
  const { newline, delimiter, quotes, taste, nulls } = writing;
  const starts: number[] = [];
  const texts: string[] = [];
  let cells = 0;
  const cell = (text: string): string => {
    if (text === '') return quotes === 'copy' ? '\\N' : nulls ? 'NULL' : '';
    return quoted(text, writing, taste[cells++ % taste.length]!);
  };
  const spacer = (index: number): string =>
    (writing.blankLines && index % 2 === 0 ? newline : '') +
    (writing.comments && index % 3 === 1 ? `#"no, row${newline}` : '');
  let text = Array.from(
    { length: writing.skipLines },
    () => `Export; of a | system${newline}`,
  ).join('');
  text += spacer(0);
  if (writing.header) text += writing.columns.join(delimiter) + newline;
  for (const [index, entry] of entries.entries()) {
    text += spacer(index + 1);
    starts.push(text.length);
    const row =
      'code' in entry
        ? ['spoilt', 'x']
        : writing.columns.map((column) => cell(cellOf(entry, column, writing)));
    texts.push(row.join(delimiter));
    text += texts.at(-1)! + newline;
  }
  if (taste[0]!) text = text.slice(0, -newline.length); // the last line of a file often has no end
  return { text, starts, texts, mapping: csvMapping(writing) };
}

function csvMapping(writing: Writing): Partial<KindMapping> {
  const { delimiter, quotes, comments, skipLines, header, nulls } = writing;
  return {
    ...(delimiter === '~' || !header ? { delimiter } : {}),
    ...(quotes === 'none' ? { quote: 'none' } : {}),
    ...(quotes === 'single' ? { quote: "'" } : {}),
    ...(quotes === 'backslash' || quotes === 'copy' ? { escape: quotes } : {}),
    ...(comments ? { comment: '#' } : {}),
    ...(skipLines > 0 ? { skipLines } : {}),
    ...(header ? {} : { header: false, fields: [...writing.columns] }),
    ...(nulls && quotes !== 'copy' ? { nulls: 'NULL' } : {}),
  };
}

function quoted(text: string, { quotes, delimiter, newline }: Writing, likes: boolean): string {
  if (quotes === 'none') return text;
  if (quotes === 'copy')
    return text
      .replaceAll('\\', '\\\\')
      .replaceAll('\n', likes && newline !== '\r' ? '\\\n' : '\\n') // MySQL writes the line break itself.
      .replaceAll('\r', '\\r')
      .replaceAll(
        delimiter,
        likes
          ? `\\${delimiter}`
          : delimiter === '\t'
            ? '\\t'
            : `\\x${delimiter.charCodeAt(0).toString(16)}`,
      );
  const mark = quotes === 'single' ? "'" : '"';
  if (!likes && !text.includes(mark) && !text.includes(delimiter) && !/[\r\n]/.test(text))
    return text;
  const inner =
    quotes === 'backslash'
      ? text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)
      : text.replaceAll(mark, mark + mark);
  return mark + inner + mark;
}

function cellOf(person: Person, column: Column, { timeForm }: Writing): string {
  const { joined, left, tags, extra } = person;
  if (column === 'joined') return joined === undefined ? '' : written(joined, timeForm);
  if (column === 'left') return left === undefined ? '' : String(left);
  if (column === 'tags') return tags.map((tag) => ` ${tag} /`).join('');
  if (column === 'extra') return extra === undefined ? '' : JSON.stringify(extra);
  return person[column];
}

function asJson(entries: readonly Entry[], writing: Writing): WrittenText {
  const { format, spaced, blankLines, around, taste } = writing;
  const elements = entries.map((entry) => elementOf(entry, writing));
  const starts: number[] = [];
  const isList = format === 'json' && around !== 'sequence';
  const [before, after] = {
    list: ['[', ']'],
    lists: ['[', ']'],
    wrapped: ['{"users":[', ']}'],
    nested: ['{"v":[{"users":0}],"data":{"users":[', '],"more":[{"users":[{"user":"no"}]}]}}'],
    keyed: ['{"users":{', '}}'],
    sequence: ['', ''],
  }[format === 'json' ? around : 'sequence'] as [string, string];
  let text = before + (isList && spaced ? '\n ' : '');
  for (const [index, element] of elements.entries()) {
    if (isList && around === 'keyed') text += `"${index}":`;
    starts.push(text.length);
    text += element;
    if (isList && index < elements.length - 1) {
      const isMiddle = around === 'lists' && index === Math.floor(elements.length / 2);
      const between = isMiddle ? [']', '['] : [','];
      text += between.join(spaced ? '\n' : '') + (spaced ? '\n  ' : '');
    }
    if (!isList && (index < elements.length - 1 || taste[0]!)) text += taste[1]! ? '\r\n' : '\n';
    if (!isList && blankLines) text += ' \n';
  }
  text += after;
  const rows = {
    nested: 'data.users[*]',
    keyed: 'users.*',
    list: undefined,
    lists: undefined,
    wrapped: undefined,
    sequence: undefined,
  };
  const path = format === 'json' ? rows[around] : undefined;
  const ignore = around === 'nested' ? ['v', 'data.more'] : [];
  return {
    text,
    starts,
    texts: elements,
    mapping: path === undefined ? {} : { rows: path, ignore },
  };
}

function elementOf(entry: Entry, writing: Writing): string {
  const { format, spaced } = writing;
  if ('code' in entry) {
    if (entry.code === 'bad-json') return '{"user":"broken","first":';
    return entry.code === 'not-an-object' ? '[1]' : '{"user":"twice","first":"a","first":"b"}';
  }
  const row = Object.fromEntries(
    writing.columns.flatMap((column): [string, unknown][] => {
      const value = valueOf(entry, column, writing);
      if (value !== '' && value !== undefined) return [[column, value]];
      return writing.nulls ? [[column, null]] : [];
    }),
  );
  if (!spaced) return JSON.stringify(row);
  return format === 'ndjson'
    ? JSON.stringify(row, undefined, 1).replaceAll(/\n\s*/g, ' ')
    : JSON.stringify(row, undefined, 2);
}

function valueOf(person: Person, column: Column, writing: Writing): unknown {
  if (column === 'user' && person.user === '4711') return 4711;
  if (column === 'left' || column === 'extra') return person[column];
  if (column === 'tags') return person.tags;
  const text = cellOf(person, column, writing);
  const isNumber = column === 'joined' && ['seconds', 'milliseconds'].includes(writing.timeForm);
  return isNumber && text !== '' ? Number(text) : text;
}
