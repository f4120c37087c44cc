import type { WriteStream } from 'node:tty';
import type { Screen } from '../terms/io.ts';
import { coloured, type Dress, inAscii } from './dress.ts';
import { cutToWidth, textWidth, wrapped } from './text-width.ts';

/** Marks of a synchronised update: the terminal shows nothing half drawn. Terminals without this feature ignore the marks. */
const [BEGIN, END] = ['\u001B[?2026h', '\u001B[?2026l'];
const CLEAR_BELOW = '\u001B[J';

/** A terminal whose last lines are a drawing. Other output is printed above the drawing. */
export interface TerminalScreen extends Screen {
  /** Prints a line, and then draws the drawing again. @param to a stream of the same terminal, or of a file */
  readonly print: (line: string, to?: NodeJS.WritableStream) => void;
  /** Shows a question and the typed text below the drawing. The cursor stays after the text. */
  readonly ask: (question: string, typed: string) => void;
  /** Removes the question. Without a drawing, the question stays as a line with its answer. */
  readonly answered: () => void;
}

/** A screen that makes each change in one write. No line is wider than the terminal, and the drawing is never higher. */
export function terminalScreen(terminal: WriteStream, dress: Dress): TerminalScreen {
  /** The current width. The terminal wraps the lines immediately, but the properties of the stream change later. */
  const columns = (): number => terminal.getWindowSize()[0];
  const rows = (): number => terminal.getWindowSize()[1];
  /** The drawn lines. The cursor is at the end of the last line, which is empty unless a question is shown. */
  let drawn: readonly string[] = [''];
  let wanted: readonly string[] = [];
  let asked: { readonly question: string; readonly typed: string } | undefined;

  /** Moves the cursor to the first line of the drawing. A terminal that became narrower has wrapped the lines. */
  const home = (): string => {
    const taken = drawn.map((line) => Math.max(1, Math.ceil(textWidth(line) / columns())));
    const up = taken.reduce((sum, each) => sum + each, 0) - 1;
    return isSame(drawn, ['']) ? '' : `${up === 0 ? '' : `\u001B[${up}A`}\r${CLEAR_BELOW}`;
  };
  const rewrite = (before = '', isHidden = false): void => {
    const lines = isHidden ? [] : linesFor({ columns: columns(), rows: rows() });
    // The cursor stays at the end of the last line.
    if (isHidden || asked === undefined) lines.push('');
    if (before === '' && isSame(lines, drawn)) return;
    const text = lines.map((line) => (dress.hasColours ? coloured(line) : line)).join('\n');
    terminal.write(`${BEGIN}${home()}${before}${text}${END}`);
    drawn = lines;
  };
  const linesFor = (size: Pick<WriteStream, 'columns' | 'rows'>): string[] => {
    if (asked === undefined) return fitted(wanted, size, dress);
    const question = wrapped(`${asked.question}${asked.typed}`, size.columns);
    return fitted([...wanted, ...question], size, dress);
  };
  return {
    columns,
    rows,
    draw: (lines) => {
      wanted = lines;
      rewrite();
    },
    print: (line, to = terminal) => {
      if (isSame(drawn, [''])) to.write(`${line}\n`);
      else if (to === terminal) rewrite(`${line}\n`);
      else {
        rewrite('', true);
        to.write(`${line}\n`);
        rewrite();
      }
    },
    ask: (question, typed) => {
      asked = { question, typed };
      rewrite();
    },
    answered: () => {
      const line = asked === undefined ? undefined : `${asked.question}${asked.typed}`;
      asked = undefined;
      rewrite(line === undefined || wanted.length > 0 ? '' : `${line}\n`);
    },
    done: () => {
      drawn = [''];
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
