import { printable } from '@chatferry/contract';
import type { Io } from '../terms/io.ts';

/** Several lines. Where foreign text may contain a line break, the caller has escaped it. */
function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Escapes everything that a command prints: `out` and `err` print one line each. */
export function printableIo(io: Io): Io {
  const { out, err, screen } = io;
  return {
    ...io,
    out: (line) => out(printable(line)),
    err: (line) => err(printable(line)),
    screen:
      screen === undefined
        ? undefined
        : { ...screen, draw: (text) => screen.draw(printableLines(text)) },
  };
}
