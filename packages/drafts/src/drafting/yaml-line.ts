import { printable } from '@chatferry/contract';
import { stringify } from 'yaml';

/** A value on one line of YAML. */
export function flow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, blockQuote: false }).trimEnd();
}

/** `key: value`, with a comment after it. */
export function pair(key: string, value: unknown, note?: string): string {
  return `${flow(key)}: ${flow(value)}${comment(note)}`;
}

/** A comment at the end of a line. Content of the export cannot end the comment. */
export function comment(note: string | undefined): string {
  return note === undefined ? '' : ` # ${printable(note.replaceAll(/\s+/g, ' '))}`;
}

/** A line that is a comment. */
export function commented(text: string): string {
  return comment(text).trimStart();
}

export function indented(lines: readonly string[], by = '  '): string[] {
  return lines.map((line) => (line === '' ? '' : `${by}${line}`));
}
