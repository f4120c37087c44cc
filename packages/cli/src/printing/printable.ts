import type { Io } from '../io.ts';

/**
 * Control characters other than tab, and what turns the direction of text around: in a file name, an id or a sentence of the
 * service they could clear the screen, set the clipboard, forge a line or show another text than there is.
 */
const UNPRINTABLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** One line, with such characters spelled out as `\u001b`, which in a line of JSON is the same text. */
export function printable(line: string): string {
  return line.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Several lines; the caller has made each of them printable where a foreign text could contain a line break. */
function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Everything that a command prints passes through here: `out` and `err` print one line each. */
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
