import { CR, LF, QUOTE } from './scanner.ts';

/** The bytes between the cells and at the end of the rows of a CSV file. */
export interface CsvDialect {
  readonly delimiter: number;
  /** LF, also for CR LF; or CR. */
  readonly newline: number;
}

const delimiters = [',', ';', '\t', '|'].map((character) => character.charCodeAt(0));

/**
 * Detects the dialect from the header: the delimiter that occurs most often outside of quotes, and the line
 * ending. The default is a comma and LF.
 *
 * @param declared the delimiter, where the configuration names one
 */
export function csvDialect(head: Uint8Array, declared?: string): CsvDialect {
  const counts = new Map(delimiters.map((byte) => [byte, 0]));
  let quoted = false;
  let newline = LF;
  let begun = false;
  for (const [at, byte] of head.entries()) {
    if (byte === QUOTE) quoted = !quoted;
    if (quoted) continue;
    if (byte === LF || byte === CR) {
      newline = byte === CR && head[at + 1] !== LF ? CR : LF;
      if (begun) break;
      continue;
    }
    begun = true;
    const count = counts.get(byte);
    if (count !== undefined) counts.set(byte, count + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return { delimiter: declared?.charCodeAt(0) ?? most![0], newline };
}
