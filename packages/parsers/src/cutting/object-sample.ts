import { type ScanLimit, CR, LF, QUOTE, SPACE, TAB } from './scanner.ts';
import { ValueSkipper } from './value-skipper.ts';

const COLON = 0x3a;
const COMMA = 0x2c;
const CLOSE_OBJECT = 0x7d;
const OPEN_OBJECT = 0x7b;

/** Maximum number of members in a sample. */
const MOST_MEMBERS = 8;

/** Values up to this many bytes are parsed. */
const MOST_BYTES = 64 * 1024;

/** The first members of an object in JSON. A value that is too large to be parsed is empty. */
export interface ObjectSample {
  readonly members: Readonly<Record<string, unknown>>;
}

/**
 * Reads the first members of the object that begins at an offset.
 *
 * @returns undefined when more bytes are needed and the file continues
 */
export function sampleObject(
  bytes: Uint8Array,
  at: number,
  to: number,
  limit: ScanLimit,
): ObjectSample | undefined {
  const members = Object.create(null) as Record<string, unknown>;
  const isCut = (end: number): boolean => end === -1 || (end === to && limit === 'more');
  const cut = limit === 'more' ? undefined : { members };
  let next = at + 1;
  for (let count = 0; count < MOST_MEMBERS; count++) {
    next = skipBlanks(bytes, next, to);
    if (next >= to) return cut;
    if (bytes[next] === CLOSE_OBJECT || bytes[next] !== QUOTE) return { members };
    const keyEnd = valueEnd(bytes, next, to);
    if (isCut(keyEnd)) return cut;
    const key = parsed(bytes, next, keyEnd);
    next = skipBlanks(bytes, keyEnd, to, COLON);
    if (next >= to) return cut;
    const end = valueEnd(bytes, next, to);
    if (isCut(end)) {
      if (limit !== 'more') members[String(key)] = emptyOf(bytes[next]!);
      return cut;
    }
    members[String(key)] =
      end - next > MOST_BYTES ? emptyOf(bytes[next]!) : parsed(bytes, next, end);
    next = skipBlanks(bytes, end, to, COMMA);
  }
  return { members };
}

function valueEnd(bytes: Uint8Array, from: number, to: number): number {
  const skipper = new ValueSkipper();
  skipper.begin();
  return skipper.skip(bytes, from, to);
}

/** @param other a byte that is skipped like a blank */
function skipBlanks(bytes: Uint8Array, from: number, to: number, other = SPACE): number {
  let at = from;
  for (; at < to; at++) {
    const byte = bytes[at];
    if (byte !== SPACE && byte !== TAB && byte !== LF && byte !== CR && byte !== other) break;
  }
  return at;
}

function parsed(bytes: Uint8Array, from: number, to: number): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.subarray(from, to)).toString()) as unknown;
  } catch {
    return undefined; // A broken document is reported where it ends.
  }
}

function emptyOf(byte: number): unknown {
  return byte === OPEN_OBJECT ? {} : byte === QUOTE ? '' : [];
}
