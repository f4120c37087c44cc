import { printable } from '@chatferry/contract/printable';
import type { Io } from '../terms/io.ts';

/** Escapes everything that a command prints. `out` and `err` print one line each. */
export function printableIo(io: Io): Io {
  const { out, err, screen } = io;
  return {
    ...io,
    out: (line) => out(printable(line)),
    err: (line) => err(printable(line)),
    screen:
      screen === undefined
        ? undefined
        : { ...screen, draw: (lines) => screen.draw(lines.map(printable)) },
  };
}
