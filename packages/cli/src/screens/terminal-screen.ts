import type { WriteStream } from 'node:tty';
import type { Screen } from '../terms/io.ts';
import { coloured, type Dress, inAscii } from './dress.ts';
import { cutToWidth, textWidth } from './text-width.ts';

/** Between these marks, the terminal shows nothing half done. Terminals that do not know them ignore them. */
const [BEGIN, END] = ['\u001B[?2026h', '\u001B[?2026l'];
const CLEAR_BELOW = '\u001B[J';

/** A terminal whose last lines are a drawing. Other output is printed above the drawing. */
export interface TerminalScreen extends Screen {
  /** Prints a line, and the drawing again after it. @param to a stream of the same terminal, or of a file */
  readonly print: (line: string, to?: NodeJS.WritableStream) => void;
  /** Removes the drawing until it is shown again, so that a person can type. */
  readonly hide: () => void;
  readonly show: () => void;
}

/** Each change is one write. No line is longer than the terminal, and the drawing is never higher. */
export function terminalScreen(terminal: WriteStream, dress: Dress): TerminalScreen {
  /** As it is now: the properties of the stream change later than the terminal, which wraps the lines immediately. */
  const columns = (): number => terminal.getWindowSize()[0];
  const rows = (): number => terminal.getWindowSize()[1];
  /** The lines in the terminal; the cursor is on the line after them. */
  let drawn: readonly string[] = [];
  let wanted: readonly string[] = [];
  let isHidden = false;

  /** Moves the cursor to the first line of the drawing. A terminal that became narrower has wrapped the lines. */
  const home = (): string => {
    const taken = drawn.map((line) => Math.max(1, Math.ceil(textWidth(line) / columns())));
    const up = taken.reduce((sum, each) => sum + each, 0);
    return up === 0 ? '' : `\u001B[${up}A\r${CLEAR_BELOW}`;
  };
  const rewrite = (before = ''): void => {
    const lines = isHidden ? [] : fitted(wanted, { columns: columns(), rows: rows() }, dress);
    if (before === '' && isSame(lines, drawn)) return;
    const text = lines.map((line) => `${dress.hasColours ? coloured(line) : line}\n`).join('');
    terminal.write(`${BEGIN}${home()}${before}${text}${END}`);
    drawn = lines;
  };
  return {
    columns,
    rows,
    draw: (lines) => {
      wanted = lines;
      rewrite();
    },
    print: (line, to = terminal) => {
      if (drawn.length === 0) to.write(`${line}\n`);
      else if (to === terminal) rewrite(`${line}\n`);
      else {
        isHidden = true;
        rewrite();
        to.write(`${line}\n`);
        isHidden = false;
        rewrite();
      }
    },
    hide: () => {
      isHidden = true;
      rewrite();
    },
    show: () => {
      isHidden = false;
      rewrite();
    },
    done: () => {
      drawn = [];
      wanted = [];
    },
  };
}

function fitted(
  lines: readonly string[],
  { columns, rows }: Pick<WriteStream, 'columns' | 'rows'>,
  { isAscii }: Dress,
): string[] {
  return lines
    .slice(-Math.max(1, rows - 1))
    .map((line) => cutToWidth(isAscii ? inAscii(line) : line, columns));
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((line, index) => line === others[index]);
}
