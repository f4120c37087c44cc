import { ByteOutput } from './byte-output.ts';
import { endOfCall, endOfObject, endOfPattern, endOfText, isLetter } from './text-ends.ts';
import { shellValue } from './shell-value.ts';
import { unwrapped } from './unwrapped.ts';

const LF = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const DOLLAR = 0x24;
const APOSTROPHE = 0x27;
const OPEN_BRACKET = 0x28;
const STAR = 0x2a;
const SLASH = 0x2f;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

/** A wrapped value may be as large as a document of MongoDB. A longer object is not a wrapper. */
const MOST_WAITING = 24 * 1024 * 1024;

/**
 * Converts Extended JSON and the values of the MongoDB shell to plain JSON, piece by piece: `{"$oid":"…"}` and `ObjectId("…")` become texts. All
 * other bytes, and the number of line breaks, stay unchanged.
 */
export class PlainText {
  readonly #out = new ByteOutput();
  /** The unfinished rest of the last piece, followed by the current piece. */
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** The bytes before this offset were written. */
  #written = 0;
  #isInString = false;
  /** Whether the rest is read without waiting for further bytes. */
  #isLast = false;

  /** @returns the complete part of the text; the next call overwrites it */
  take(piece: Uint8Array): Uint8Array {
    this.#bytes =
      this.#bytes.length === 0
        ? Buffer.from(piece.buffer, piece.byteOffset, piece.length)
        : Buffer.concat([this.#bytes, piece]);
    this.#isLast = this.#bytes.length > MOST_WAITING;
    return this.#read();
  }

  /** The rest of the text. */
  end(): Uint8Array {
    this.#isLast = true;
    return this.#read();
  }

  #read(): Uint8Array {
    const bytes = this.#bytes;
    this.#out.clear();
    this.#at = this.#written = 0;
    while (this.#at < bytes.length && this.#step(bytes[this.#at]!));
    this.#write(this.#at);
    this.#bytes = Buffer.from(bytes.subarray(this.#at));
    return this.#out.bytes;
  }

  /** Reads the value that begins with a byte. @returns false when the value is not complete */
  #step(byte: number): boolean {
    if (this.#isInString) return this.#string();
    if (byte === QUOTE) {
      this.#isInString = true;
      this.#at++;
      return true;
    }
    if (byte === OPEN_OBJECT) return this.#object();
    if (isLetter(byte)) return this.#word();
    if (byte === APOSTROPHE) return this.#apostrophes();
    if (byte === SLASH) return this.#slash();
    this.#at++;
    return true;
  }

  #string(): boolean {
    const bytes = this.#bytes;
    for (let at = this.#at; at < bytes.length; at++) {
      if (bytes[at] === BACKSLASH) at++;
      else if (bytes[at] === QUOTE || bytes[at] === LF) {
        this.#isInString = false;
        this.#at = at + 1;
        return true;
      }
    }
    // A backslash at the end escapes the next byte.
    const isCut = !this.#isLast && endsWithBackslash(bytes, this.#at);
    this.#at = bytes.length - (isCut ? 1 : 0);
    return !isCut;
  }

  /** An object, which is a wrapper when its first name begins with `$`. */
  #object(): boolean {
    const bytes = this.#bytes;
    const name = this.#afterBlanks(this.#at + 1);
    if (name + 1 >= bytes.length && !this.#isLast) return false;
    if (bytes[name] !== QUOTE || bytes[name + 1] !== DOLLAR) {
      this.#at++;
      return true;
    }
    const end = endOfObject(bytes, this.#at);
    if (end === -1 && !this.#isLast) return false;
    const plain = end < 0 ? undefined : unwrapped(bytes.toString('utf8', this.#at, end));
    if (plain === undefined) this.#at++;
    else this.#replace(end, plain);
    return true;
  }

  /** A word of JSON, a name without quotes, or a function of the shell. */
  #word(): boolean {
    const bytes = this.#bytes;
    let end = this.#at + 1;
    while (end < bytes.length && isInWord(bytes[end]!)) end++;
    const next = this.#afterBlanks(end);
    if (next >= bytes.length && !this.#isLast) return false;
    const word = bytes.toString('latin1', this.#at, end);
    if (bytes[next] === COLON) this.#replace(end, `"${word}"`);
    else if (bytes[next] === OPEN_BRACKET) return this.#call(word, next);
    else if (word === 'new') this.#replace(next, '');
    else if (word === 'undefined') this.#replace(end, 'null');
    else if (word === 'NaN' || word === 'Infinity') this.#replace(end, `"${word}"`);
    else this.#at = end;
    return true;
  }

  #call(name: string, open: number): boolean {
    const bytes = this.#bytes;
    const close = endOfCall(bytes, open);
    if (close === -1 && !this.#isLast) return false;
    const plain =
      close < 0 ? undefined : shellValue(name, bytes.toString('utf8', open + 1, close - 1));
    if (plain === undefined) this.#at = open + 1;
    else this.#replace(close, plain);
    return true;
  }

  /** A text between apostrophes. */
  #apostrophes(): boolean {
    const bytes = this.#bytes;
    const end = endOfText(bytes, this.#at, APOSTROPHE);
    if (end === -1 && !this.#isLast) return false;
    if (end < 0) {
      this.#at++;
      return true;
    }
    const inside = bytes.toString('utf8', this.#at + 1, end);
    const text = inside.replaceAll(/\\(.)|"/g, (found, escaped?: string) =>
      found === '"' ? String.raw`\"` : escaped === "'" ? "'" : found,
    );
    this.#replace(end + 1, `"${text}"`);
    return true;
  }

  /** A comment, or a pattern. */
  #slash(): boolean {
    const bytes = this.#bytes;
    const isComment = bytes[this.#at + 1] === STAR;
    const isRemark = bytes[this.#at + 1] === SLASH;
    if (this.#at + 1 >= bytes.length && !this.#isLast) return false;
    const end = isComment
      ? bytes.indexOf('*/', this.#at + 2)
      : isRemark
        ? bytes.indexOf(LF, this.#at)
        : endOfPattern(bytes, this.#at);
    if (end === -1 && !this.#isLast) return false;
    if (end === -1) this.#at++;
    else if (isComment) this.#replace(end + 2, '');
    else if (isRemark) this.#replace(end, '');
    else this.#replace(end, JSON.stringify(bytes.toString('utf8', this.#at, end)));
    return true;
  }

  #afterBlanks(from: number): number {
    let at = from;
    while (at < this.#bytes.length && this.#bytes[at]! <= SPACE) at++;
    return at;
  }

  /** Replaces the bytes up to `end` by a text and the line breaks of the bytes. */
  #replace(end: number, text: string): void {
    this.#write(this.#at);
    this.#out.utf8(text);
    for (let at = this.#at; at < end; at++) if (this.#bytes[at] === LF) this.#out.byte(LF);
    this.#at = this.#written = end;
  }

  #write(end: number): void {
    this.#out.copy(this.#bytes, this.#written, end);
    this.#written = end;
  }
}

function isInWord(byte: number): boolean {
  return isLetter(byte) || (byte >= 0x30 && byte <= 0x39) || byte === DOLLAR;
}

function endsWithBackslash(bytes: Uint8Array, from: number): boolean {
  let at = bytes.length;
  while (at > from && bytes[at - 1] === BACKSLASH) at--;
  return (bytes.length - at) % 2 === 1;
}
