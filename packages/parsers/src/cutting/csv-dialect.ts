import type { KindMapping } from '../mapping/kind-mapping.ts';
import { OWN_COLUMN_PREFIX } from '../mapping/targets.ts';
import { CR, LF, QUOTE } from './scanner.ts';
import { separatorLine } from './separator-line.ts';

export const BACKSLASH = 0x5c;

/** No byte has this value. It means that a file does not use a character. */
export const NONE = -1;

/** How a CSV file is written. The characters are bytes. Plain data: it crosses to other threads. */
export interface CsvDialect {
  readonly delimiter: number;
  /** LF, also for CR LF; or CR. */
  readonly newline: number;
  readonly quote: number;
  /** The byte before a quote in a quoted cell; the quote itself where quotes are doubled. */
  readonly escape: number;
  /** Whether a backslash and the next characters encode a character in every cell, as COPY of PostgreSQL and MySQL write them. */
  readonly isCopy: boolean;
  /** The byte that begins a comment line. */
  readonly comment: number;
  /** Lines before the header. */
  readonly skipLines: number;
  /** The names of the columns, if the file does not contain them. */
  readonly fields: readonly string[] | undefined;
  /** Cells that count as empty. */
  readonly nulls: readonly string[];
}

/** The facts about a CSV file that are known before its rows are read. Plain data: it crosses to other threads. */
export interface CsvRows {
  readonly dialect: CsvDialect;
  readonly header: readonly string[];
}

/** CSV as most programs write it. */
export const plainDialect: CsvDialect = {
  delimiter: 0x2c,
  newline: LF,
  quote: QUOTE,
  escape: QUOTE,
  isCopy: false,
  comment: NONE,
  skipLines: 0,
  fields: undefined,
  nulls: [],
};

const delimiters = [',', ';', '\t', '|'].map((character) => character.charCodeAt(0));

/** The end of the header of a file that chatferry wrote, such as the failed rows of a run. */
const ownHeader = new RegExp(`,${OWN_COLUMN_PREFIX}code,${OWN_COLUMN_PREFIX}message$`);

/**
 * Recognises the dialect in the header: the most frequent delimiter outside of quotes, and the line break. A line such as `sep=;` before the header
 * declares the delimiter. The default is a comma and LF. Settings of the mapping take precedence, except in files that chatferry wrote itself.
 */
export function csvDialect(head: Uint8Array, mapping: KindMapping = {}): CsvDialect {
  const isCopy = mapping.escape === 'copy';
  const nulls = [mapping.nulls ?? (isCopy ? ['\\N'] : [])].flat();
  const end = head.findIndex((byte) => byte === LF || byte === CR);
  if (ownHeader.test(Buffer.from(head.subarray(0, end === -1 ? undefined : end)).toString()))
    return { ...plainDialect, nulls };

  const separator = isCopy
    ? undefined
    : separatorLine(Buffer.from(head.subarray(0, 16)).toString());
  const {
    delimiter = separator?.delimiter,
    quote = isCopy ? 'none' : '"',
    escape,
    comment,
    skipLines = separator === undefined ? 0 : 1,
    header,
    fields,
  } = mapping;
  const quoteByte = quote === 'none' ? NONE : quote.charCodeAt(0);
  const dialect = {
    ...plainDialect,
    quote: quoteByte,
    escape: escape === 'backslash' ? BACKSLASH : quoteByte,
    isCopy,
    comment: comment?.charCodeAt(0) ?? NONE,
    skipLines,
    fields: header === false ? fields : undefined,
    nulls,
  };
  const found = inHeader(head, dialect);
  return { ...dialect, ...found, delimiter: delimiter?.charCodeAt(0) ?? found.delimiter };
}

function inHeader(
  head: Uint8Array,
  { quote, escape, comment, skipLines }: CsvDialect,
): Pick<CsvDialect, 'delimiter' | 'newline'> {
  const counts = new Map(delimiters.map((byte) => [byte, 0]));
  let quoted = false;
  let isEscaped = false;
  let newline = LF;
  let begun = false;
  let skipped = 0;
  let isComment = head[0] === comment;
  for (const [at, byte] of head.entries()) {
    const isRead = skipped >= skipLines && !isComment;
    if (isRead && byte === quote && !isEscaped) quoted = !quoted;
    isEscaped = quoted && escape !== quote && byte === escape && !isEscaped;
    if (quoted) continue;
    if (byte === LF || byte === CR) {
      newline = byte === CR && head[at + 1] !== LF ? CR : LF;
      if (begun) break;
      if (byte === newline) skipped++;
      isComment = head[at + 1] === comment;
      continue;
    }
    if (!isRead) continue;
    begun = true;
    const count = counts.get(byte);
    if (count !== undefined) counts.set(byte, count + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return { delimiter: most![0], newline };
}
