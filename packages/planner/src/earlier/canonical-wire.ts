import { Buffer } from 'node:buffer';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** Initial capacity in bytes. */
const FIRST_BYTES = 64 * 1024;
/** Numbers as JSON prints them are at most this long. */
const NUMBER_BYTES = 25;

/**
 * Writes JSON in canonical form: keys in order of their bytes, no spaces, no empty objects and lists, numbers in
 * text without quotes. Two records with the same form have the same content, in whatever order and format their fields were
 * read. The form is that of `canonicalJson` in contract, without an object for each value: it is made of every record of two
 * exports.
 */
export class CanonicalWire {
  /** The form that was written last is in [0, `end`); valid until the next `write`. */
  bytes: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  end = 0;
  /** The number in the field that was asked for; 0 without it. */
  number = 0;
  #spare: Buffer = Buffer.allocUnsafe(FIRST_BYTES);
  #from: Uint8Array = this.bytes;
  #at = 0;
  /** Start and end of the members of the objects that are open, as offsets in `bytes`. */
  #members = new Int32Array(256);
  #open = 0;

  /**
   * @param wire one JSON value
   * @param leftOut fields of the outermost object that are left out, each with its quotes
   * @param wanted a field of the outermost object with a number to read
   */
  write(wire: Uint8Array, leftOut: readonly Uint8Array[] = [], wanted?: Uint8Array): void {
    if (this.bytes.length < wire.length * 2) {
      this.bytes = Buffer.allocUnsafe(wire.length * 4);
      this.#spare = Buffer.allocUnsafe(wire.length * 4);
    }
    this.#from = wire;
    this.#at = 0;
    this.#open = 0;
    this.end = 0;
    this.number = 0;
    this.#value(leftOut, wanted);
  }

  #value(leftOut: readonly Uint8Array[] = [], wanted?: Uint8Array): void {
    const first = this.#next();
    if (first === OPEN_OBJECT) this.#object(leftOut, wanted);
    else if (first === OPEN_LIST) this.#list();
    else if (first === QUOTE) this.#text();
    else this.#word();
  }

  /** The next byte that is not a space. */
  #next(): number {
    const from = this.#from;
    while (from[this.#at]! <= 0x20) this.#at++;
    return from[this.#at]!;
  }

  #object(leftOut: readonly Uint8Array[], wanted: Uint8Array | undefined): void {
    const start = this.end;
    const firstMember = this.#open;
    let isSorted = true;
    this.bytes[this.end++] = OPEN_OBJECT;
    this.#at++;
    while (this.#next() !== CLOSE_OBJECT) {
      if (this.#from[this.#at] === COMMA) {
        this.#at++;
        continue;
      }
      const memberStart = this.end;
      this.#copyText();
      const keyEnd = this.end;
      this.#next(); // the colon
      this.#at++;
      this.bytes[this.end++] = 0x3a;
      const valueStart = this.end;
      const isOut = leftOut.length > 0 && this.#isAmong(leftOut, memberStart, keyEnd);
      this.#value();
      if (wanted !== undefined && this.#is(wanted, memberStart, keyEnd))
        this.number = Number(this.bytes.toString('latin1', valueStart, this.end));
      if (isOut || this.end === valueStart) {
        this.end = memberStart;
        continue;
      }
      this.bytes[this.end++] = COMMA;
      if (this.#open > firstMember && this.#isBefore(memberStart, this.#members[this.#open - 2]!))
        isSorted = false;
      this.#push(memberStart);
    }
    this.#at++;
    if (this.#open === firstMember) {
      this.end = start;
      return;
    }
    if (!isSorted) this.#sort(firstMember, start + 1);
    this.bytes[this.end - 1] = CLOSE_OBJECT; // instead of the last comma
    this.#open = firstMember;
  }

  #isAmong(keys: readonly Uint8Array[], start: number, end: number): boolean {
    for (const key of keys) if (this.#is(key, start, end)) return true;
    return false;
  }

  #is(key: Uint8Array, start: number, end: number): boolean {
    if (key.length !== end - start) return false;
    return this.bytes.compare(key, 0, key.length, start, end) === 0;
  }

  #push(start: number): void {
    if (this.#open + 2 > this.#members.length) {
      const more = new Int32Array(this.#members.length * 2);
      more.set(this.#members);
      this.#members = more;
    }
    this.#members[this.#open++] = start;
    this.#members[this.#open++] = this.end;
  }

  /** Whether the key of one member comes before that of another; both begin with a quote. */
  #isBefore(one: number, other: number): boolean {
    const { bytes } = this;
    for (let at = 1; ; at++) {
      const [left, right] = [bytes[one + at]!, bytes[other + at]!];
      if (left !== right) return left === QUOTE || (right !== QUOTE && left < right);
      if (left === QUOTE) return false;
    }
  }

  /** Puts the members of the innermost object in order. Each ends with a comma. */
  #sort(first: number, start: number): void {
    const members = this.#members;
    for (let next = first + 2; next < this.#open; next += 2) {
      const [from, to] = [members[next]!, members[next + 1]!];
      let at = next;
      for (; at > first && this.#isBefore(from, members[at - 2]!); at -= 2) {
        members[at] = members[at - 2]!;
        members[at + 1] = members[at - 1]!;
      }
      members[at] = from;
      members[at + 1] = to;
    }
    const spare = this.#spare;
    let end = start;
    for (let at = first; at < this.#open; at += 2)
      end += this.bytes.copy(spare, end, members[at], members[at + 1]);
    spare.copy(this.bytes, start, start, end);
  }

  #list(): void {
    const start = this.end;
    this.bytes[this.end++] = OPEN_LIST;
    this.#at++;
    while (this.#next() !== CLOSE_LIST) {
      if (this.#from[this.#at] === COMMA) {
        this.#at++;
        continue;
      }
      const itemStart = this.end;
      this.#value();
      if (this.end === itemStart) {
        this.bytes[this.end++] = OPEN_LIST;
        this.bytes[this.end++] = CLOSE_LIST;
      }
      this.bytes[this.end++] = COMMA;
    }
    this.#at++;
    if (this.end === start + 1) this.end = start;
    else this.bytes[this.end - 1] = CLOSE_LIST;
  }

  /** A text; without its quotes if it is a number exactly as JSON prints it. */
  #text(): void {
    const second = this.#from[this.#at + 1]!;
    const start = this.end;
    this.#copyText();
    const canBeNumber = second === 0x2d || (second >= 0x30 && second <= 0x39);
    if (!canBeNumber || this.end - start > NUMBER_BYTES + 2) return;
    const text = this.bytes.toString('latin1', start + 1, this.end - 1);
    if (!Number.isFinite(Number(text)) || String(Number(text)) !== text) return;
    this.bytes.copyWithin(start, start + 1, this.end - 1);
    this.end -= 2;
  }

  /** Copies a text with its quotes, with escapes as JSON prints them. */
  #copyText(): void {
    const { bytes } = this;
    const from = this.#from;
    const start = this.#at;
    let at = start + 1;
    let end = this.end;
    bytes[end++] = QUOTE;
    let byte = from[at]!;
    while (byte !== QUOTE) {
      if (byte === BACKSLASH) return this.#copyEscaped(start);
      bytes[end++] = byte;
      byte = from[++at]!;
    }
    bytes[end++] = QUOTE;
    this.end = end;
    this.#at = at + 1;
  }

  #copyEscaped(start: number): void {
    let at = start + 1;
    while (this.#from[at] !== QUOTE) at += this.#from[at] === BACKSLASH ? 2 : 1;
    const { buffer, byteOffset } = this.#from;
    const text = Buffer.from(buffer, byteOffset + start, at + 1 - start).toString();
    this.end += this.bytes.write(JSON.stringify(JSON.parse(text)), this.end);
    this.#at = at + 1;
  }

  /** A number, `true`, `false` or `null`. */
  #word(): void {
    const from = this.#from;
    let at = this.#at;
    let isPlain = true;
    for (let byte = from[at]!; isWord(byte); byte = from[++at]!)
      if (byte === 0x2e || byte === 0x65 || byte === 0x45) isPlain = false;
    if (isPlain || from[this.#at]! > 0x39)
      for (let index = this.#at; index < at; index++) this.bytes[this.end++] = from[index]!;
    else {
      const { buffer, byteOffset } = from;
      const text = Buffer.from(buffer, byteOffset + this.#at, at - this.#at).toString('latin1');
      this.end += this.bytes.write(JSON.stringify(JSON.parse(text)), this.end);
    }
    this.#at = at;
  }
}

/** Whether a byte belongs to a number or a word: it is no space, comma or bracket. */
function isWord(byte: number): boolean {
  return byte > 0x20 && byte !== COMMA && byte !== CLOSE_OBJECT && byte !== CLOSE_LIST;
}
