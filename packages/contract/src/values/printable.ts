/**
 * Control characters other than tab, and characters that change the direction of text. In a file name, an id or a
 * message of the service they could clear the screen, set the clipboard, forge a line or hide text.
 */
const UNPRINTABLE =
  // oxlint-disable-next-line no-control-regex -- these are what must not be printed
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** One line, with unprintable characters escaped as `\u001b`, which means the same character in a line of JSON. */
export function printable(line: string): string {
  return line.replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
