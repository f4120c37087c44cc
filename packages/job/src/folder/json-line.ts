import { printable } from '@chatferry/contract';

/**
 * A value as one line of JSON, for files that people open. Characters of names and texts that would change how the
 * file is shown, such as marks that reverse the direction of text, are escaped; a JSON parser restores them.
 */
export function jsonLine(value: object): string {
  return printable(JSON.stringify(value));
}
