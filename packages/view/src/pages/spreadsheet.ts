import { csvLine } from '@chatferry/job/viewing';
import type { Answer } from '../serving/server.ts';

type Cell = string | number | null | undefined;

/** The most rows of a list, which is made in memory. A longer list names the file with all rows. */
const MOST_ROWS = 100_000;

/**
 * A list for a spreadsheet, as UTF-8 with a byte order mark.
 *
 * @param whole the file of the job folder that has every row
 */
export function spreadsheet(
  saveAs: string,
  heads: readonly string[],
  rows: Iterable<readonly Cell[]>,
  whole: string,
): Answer {
  return { type: 'text/csv', saveAs, body: [`\uFEFF${line(heads)}`, ...partsOf(rows, whole)] };
}

const LINES = 1000;

/** Makes the parts while the files of the job are open; they are sent afterwards. */
function partsOf(rows: Iterable<readonly Cell[]>, whole: string): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let count = 0;
  for (const row of rows) {
    if (count++ === MOST_ROWS) {
      lines.push(
        line([`This list ends after 100,000 rows. All are in ${whole} of the job folder.`]),
      );
      break;
    }
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

/** A cell. A spreadsheet would take a text with such a beginning for a formula. */
function cellOf(value: Cell): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : String(value);
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}
