import type { Origin } from './record-block.ts';

/** `groups.csv:17`; `groups.json:1, item 3` for a row that begins on the line of another row. */
export function placeText({ file, line, item }: Partial<Origin>): string {
  return `${file}:${line}${item === undefined ? '' : `, item ${item}`}`;
}
