import {
  type ScanLimit,
  CR,
  type FoundRow,
  isMark,
  LF,
  MARK_BYTES,
  type Scanner,
  SPACE,
  TAB,
} from './scanner.ts';

/** Finds the rows of NDJSON: lines that are not blank. */
export class LineScanner implements Scanner {
  readonly newline = LF;

  scan(bytes: Uint8Array, from: number, to: number, limit: ScanLimit, found: FoundRow): number {
    let start = from;
    found.breaksBefore = 0;
    found.breaksWithin = 0;
    found.fault = undefined;
    while (start < to) {
      if (isMark(bytes, start)) start += MARK_BYTES;
      else if (!isBlank(bytes[start]!)) break;
      else if (bytes[start++] === LF) found.breaksBefore++;
    }
    found.start = start < to ? start : -1;
    if (start >= to) return to;

    const at = bytes.indexOf(LF, start);
    if (at === -1 || at >= to) {
      if (limit !== 'end-of-file') return -1;
      found.end = to;
      return to;
    }
    found.breaksWithin = 1;
    found.end = bytes[at - 1] === CR ? at - 1 : at;
    return at + 1;
  }

  resume(bytes: Uint8Array, from: number, to: number): number {
    const at = bytes.indexOf(LF, from);
    return at === -1 || at >= to ? -1 : at + 1;
  }
}

function isBlank(byte: number): boolean {
  return byte === LF || byte === CR || byte === SPACE || byte === TAB;
}
