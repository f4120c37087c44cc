import { clearScreenDown, cursorTo, moveCursor } from 'node:readline';
import type { WriteStream } from 'node:tty';
import { textWidth } from './text-width.ts';
import type { Screen } from '../terms/io.ts';

/** Redraws the last lines of a terminal. A drawing that is taller than the terminal loses its first lines: they cannot be redrawn. */
export function terminalScreen(terminal: WriteStream): Screen {
  /** The lines of the last drawing; the cursor is on the line after them. */
  let drawn: readonly string[] = [];

  const replaceBy = (lines: readonly string[]): void => {
    terminal.cork(); // One write: the terminal never shows the screen without a drawing.
    if (drawn.length > 0) {
      // A terminal that became narrower has wrapped the lines.
      const rows = drawn.map((line) => Math.max(1, Math.ceil(textWidth(line) / terminal.columns)));
      moveCursor(terminal, 0, -rows.reduce((sum, each) => sum + each, 0));
      cursorTo(terminal, 0);
      clearScreenDown(terminal);
    }
    for (const line of lines) terminal.write(`${line}\n`);
    terminal.uncork();
    drawn = lines;
  };
  return {
    columns: () => terminal.columns,
    rows: () => terminal.rows,
    draw: (text) => replaceBy(text.split('\n').slice(-Math.max(1, terminal.rows - 1))),
    clear: () => replaceBy([]),
    done: () => (drawn = []),
  };
}
