import { copyText, separatorLine } from '@chatferry/parsers';
import { hasHeader } from './has-header.ts';
import { type CellSyntax, splitCsv, type SplitRow } from './split-csv.ts';

/** The dialect of a CSV file, and the rows of its sample. */
export interface Dialect extends CellSyntax {
  readonly comment?: string;
  readonly skipLines: number;
  /** Whether the first row contains names. */
  readonly header: boolean;
  readonly nulls: readonly string[];
  /** The cells of the first row that is read. */
  readonly first: readonly string[];
  /** The other rows, without rows of a different length. */
  readonly rows: readonly (readonly string[])[];
  /** The share of the rows with the most frequent number of cells. */
  readonly regular: number;
}

const delimiters = [',', ';', '\t', '|'];

function syntaxesWith(possible: readonly string[]): CellSyntax[] {
  return possible.flatMap((delimiter) => [
    { delimiter, quote: '"', escape: 'doubled' },
    { delimiter, quote: '"', escape: 'backslash' },
    { delimiter, quote: "'", escape: 'doubled' },
    { delimiter, quote: '', escape: 'doubled' },
  ]);
}

/** @param texts the beginning of the file, and pieces that begin and end with whole lines */
export function dialectOf(texts: readonly string[]): Dialect {
  // Removes content that the row reader skips as well: byte order marks within the file, and a line that declares the delimiter.
  const [whole = '', ...pieces] = texts.map((text) => text.replaceAll(/^\uFEFF/gm, ''));
  const separator = separatorLine(whole);
  const head = whole.slice(separator?.length ?? 0);
  const comment =
    /^#.*\n(?!#)./.test(head) && !/^#[^\n]*[,;\t|][^\n]*\n/.test(head) ? '#' : undefined;
  const start = comment === undefined ? head : head.replaceAll(/^#.*\n/gm, '');
  const syntax = bestSyntax(start.slice(0, 100_000), separator?.delimiter);
  const all = splitCsv(start, syntax);
  const width = mostFrequent(all.map(({ cells }) => cells.length));
  const skipLines = Math.max(
    0,
    all.findIndex(({ cells }) => cells.length === width),
  );
  const later = pieces.flatMap((piece) => splitCsv(piece, syntax));
  const [first, ...rows] = [...all.slice(skipLines), ...later].filter(
    ({ cells }) => cells.length === width,
  );
  const names = first?.cells ?? [];
  const cells = rows.map((row) => row.cells).filter((row) => row.join('\n') !== names.join('\n'));
  const meant = (cell: string): string =>
    syntax.escape === 'copy' && cell !== COPY_NULL ? copyText(cell) : cell;
  return {
    ...syntax,
    ...(comment === undefined ? {} : { comment }),
    skipLines,
    header: hasHeader(names, cells),
    nulls: nullsIn(names, cells),
    first: names.map(meant),
    rows: cells.map((row) => row.map(meant)),
    regular: all.length === 0 ? 0 : (rows.length + 1) / (all.length + later.length - skipLines),
  };
}

/** @param declared the delimiter, if the file declares it */
function bestSyntax(text: string, declared: string | undefined): CellSyntax {
  const possible = syntaxesWith(declared === undefined ? delimiters : [declared]);
  const scored = possible.map((syntax) => ({ syntax, score: score(syntax, text) }));
  const best = scored.reduce((one, other) => (other.score > one.score + 1e-9 ? other : one)).syntax;
  // Without an escaped quote both escapes fit. A MySQL null and an escaped backslash decide.
  const looksEscaped = /(^|[,;\t|])\\N([,;\t|\r\n]|$)/m.test(text) && /\\[\\\n,"]/.test(text);
  if (looksCopied(text, best)) return { ...best, quote: '', escape: 'copy' };
  return best.quote === '"' && looksEscaped ? { ...best, escape: 'backslash' } : best;
}

/**
 * Whether COPY of PostgreSQL, or MySQL without quotes, wrote the text: no cell is quoted, and a backslash comes before characters that these
 * encode. MySQL puts it before the tabs and line breaks of a text, so that the rows are regular only when it is heeded.
 */
function looksCopied(text: string, best: CellSyntax): boolean {
  if (best.delimiter !== '\t' || /(^|\t)"[^\t\n]*"(\t|\r?$)/m.test(text)) return false;
  const escaped = [...text.matchAll(/\\([^])/g)].map(([, character]) => character!);
  if (escaped.some((character) => !/[bfnrtvN.\\0-7\s]/.test(character))) return false;
  if (!escaped.some((character) => /[\t\r\n]/.test(character)))
    return escaped.some((character) => /[Nnrt\\]/.test(character));
  return (
    regularity(splitCsv(text, { ...best, quote: '', escape: 'copy' }, 400)) >=
    regularity(splitCsv(text, best, 400))
  );
}

function regularity(rows: readonly SplitRow[]): number {
  const width = mostFrequent(rows.map(({ cells }) => cells.length));
  return rows.filter(({ cells }) => cells.length === width).length / rows.length;
}

/** Higher when more rows have the same number of cells, and when no quote is in an unexpected place. */
function score(syntax: CellSyntax, text: string): number {
  const rows = splitCsv(text, syntax, 400);
  if (rows.length === 0) return 0;
  const width = mostFrequent(rows.map(({ cells }) => cells.length));
  const regular = rows.filter(
    (row) => row.cells.length === width && !looksWrong(row, syntax),
  ).length;
  const plainness = (syntax.quote === '"' ? 0.02 : 0) + (syntax.escape === 'doubled' ? 0.01 : 0);
  const isTable = width > 1;
  return (isTable ? 1 : 0.3) * (regular / rows.length) + Math.min(width, 20) / 100 + plainness;
}

function looksWrong({ cells, isOdd }: SplitRow, { quote }: CellSyntax): boolean {
  const other = quote === '"' ? "'" : '"';
  const isQuoted = (cell: string): boolean =>
    cell.length > 1 && cell.startsWith(other) && cell.endsWith(other);
  return isOdd || cells.some((cell) => isQuoted(cell));
}

function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [0, 0])[0];
}

const COPY_NULL = '\\N';

/** Texts that databases write for a missing value. */
const NULLS = [
  'NULL',
  'null',
  '(null)',
  '<null>',
  'None',
  'nil',
  '0000-00-00 00:00:00',
  '0000-00-00',
];

/** The null texts: `\N` always; another one when the other cells of its column are numbers or times, or when several columns contain it. */
function nullsIn(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const found = rows.some((row) => row.includes('\\N')) ? ['\\N'] : [];
  for (const text of NULLS) {
    const columns = header.flatMap((_, index) =>
      rows.some((row) => row[index] === text) ? [index] : [],
    );
    const isCertain =
      columns.length > 1 ||
      text.startsWith('0000') ||
      text.startsWith('(') ||
      text.startsWith('<') ||
      columns.some((index) => {
        const others = rows
          .map((row) => row[index]!)
          .filter((cell) => cell !== '' && cell !== text);
        return others.every((cell) => /^[\d.:/ TZ+-]+$/.test(cell) || /^https?:/.test(cell));
      });
    if (columns.length > 0 && isCertain) found.push(text);
  }
  return found;
}
