import { csvLine } from '@chatferry/job/viewing';
import type { Answer } from '../serving/server.ts';

type Cell = string | number | null | undefined;

/** A list for a spreadsheet, as UTF-8 with a byte order mark. */
export function spreadsheet(
  saveAs: string,
  heads: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Answer {
  return { type: 'text/csv', saveAs, body: [`\uFEFF${line(heads)}`, ...partsOf(rows)] };
}

const LINES = 1000;

/** Made while the files of the job are open, and sent afterwards. */
function partsOf(rows: Iterable<readonly Cell[]>): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  for (const row of rows) {
    lines.push(line(row));
    if (lines.length < LINES) continue;
    parts.push(lines.join(''));
    lines = [];
  }
  return [...parts, lines.join('')];
}

function line(cells: readonly Cell[]): string {
  return `${csvLine(cells.map((cell) => cellOf(cell)))}\r\n`;
}

/** A spreadsheet takes a text that begins so for a formula. */
function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value);
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
