import { InputError } from '../terms/input-error.ts';
import { encodingOf } from './encoding.ts';
import { peek, type Pieces } from './peek.ts';

/** Enough bytes of a file to detect UTF-16 by its zero bytes. */
const SAMPLE_BYTES = 1024;

/**
 * The text of a file as UTF-8 without a byte order mark.
 *
 * In a UTF-8 file, invalid bytes are kept. An unpaired surrogate of UTF-16, and a byte that is not text in a legacy encoding, become
 * bytes that are not valid UTF-8, so that the affected rows are found later.
 *
 * @param encoding a name that `encodingOf` returns; absent: UTF-16 if the byte order mark or the zero bytes show it, else UTF-8
 */
export async function* transcode(
  pieces: Pieces,
  file: string,
  encoding?: string,
): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(pieces, SAMPLE_BYTES);
  const name = encoding === undefined ? detect(head) : encodingOf(encoding)!;
  if (name === 'utf-8') yield* withoutMark(all);
  else if (name === 'utf-16le' || name === 'utf-16be') yield* fromUtf16(all, file, name);
  else yield* fromLegacy(all, name);
}

function detect(head: Uint8Array): string {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]!++;
  const half = head.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.1) return 'utf-16le';
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.1) return 'utf-16be';
  return 'utf-8';
}

async function* withoutMark(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const { head, all } = await peek(pieces, 3);
  let skip = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  for await (const piece of all) {
    yield skip === 0 ? piece : piece.subarray(skip);
    skip = 0;
  }
}

async function* fromUtf16(
  pieces: Pieces,
  file: string,
  name: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Uint8Array> {
  const isSwapped = name === 'utf-16be';
  let left: Uint8Array = new Uint8Array(0);
  let length = 0;
  let atStart = true;
  for await (const piece of pieces) {
    length += piece.length;
    const bytes = Buffer.concat([left, piece]);
    const end = endOfCharacters(bytes, isSwapped);
    left = bytes.subarray(end);
    if (end === 0) continue;
    const text = unitsOf(bytes.subarray(0, end), isSwapped);
    yield utf8(atStart && text.startsWith('\uFEFF') ? text.slice(1) : text);
    atStart = false;
  }
  if (length % 2 === 1)
    throw new InputError(
      'broken-file',
      `is cut off: a UTF-16 unit has two bytes, and byte ${length} is a single one.`,
      { file },
    );
  if (left.length > 0) yield utf8(unitsOf(Buffer.from(left), isSwapped));
}

/** The last offset that is neither inside a unit of UTF-16 nor inside a character of two units. */
function endOfCharacters(bytes: Uint8Array, isSwapped: boolean): number {
  const end = bytes.length - (bytes.length % 2);
  const high = end === 0 ? 0 : bytes[end - (isSwapped ? 2 : 1)]!;
  return (high & 0xfc) === 0xd8 ? end - 2 : end;
}

/** @param bytes whole units, which are swapped in place if they are big-endian */
function unitsOf(bytes: Buffer, isSwapped: boolean): string {
  return (isSwapped ? bytes.swap16() : bytes).toString('utf16le');
}

async function* fromLegacy(pieces: Pieces, name: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(name);
  for await (const piece of pieces) yield legacyUtf8(decoder.decode(piece, { stream: true }));
  yield legacyUtf8(decoder.decode());
}

/**
 * The result of decoding bytes that a legacy encoding does not define: U+FFFD, or a control character where the encoding has one byte for
 * each character. No text contains these characters; only U+0085 is a line break.
 */
const NOT_LEGACY_TEXT = /([\u0080-\u0084\u0086-\u009F\uFFFD])/;

/** A byte that valid UTF-8 never has. */
const BROKEN = Uint8Array.of(0xff);

function legacyUtf8(text: string): Uint8Array {
  return withBroken(text, NOT_LEGACY_TEXT, () => BROKEN);
}

/** UTF-8, in which unpaired surrogates are written as three bytes that valid UTF-8 never has. */
function utf8(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text);
  return withBroken(text, /(\p{Surrogate})/u, surrogateBytes);
}

/** @param broken matches and captures one character @param bytesOf the bytes to write instead of the character */
function withBroken(
  text: string,
  broken: RegExp,
  bytesOf: (character: string) => Uint8Array,
): Uint8Array {
  const parts = text.split(broken);
  if (parts.length === 1) return Buffer.from(text);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : bytesOf(part))),
  );
}

function surrogateBytes(half: string): Uint8Array {
  const unit = half.charCodeAt(0);
  return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}
