import { Decimal128 } from 'bson';
import type { ByteOutput } from './byte-output.ts';
import { binaryJson, doubleJson, timeJson } from './plain-json.ts';

/** Maximum depth of documents in documents. MongoDB stores 100 levels. */
const MOST_LEVELS = 200;

const COMMA = 0x2c;
const COLON = 0x3a;

/** A document with a correct length whose content is not BSON. */
export class BrokenDocument extends Error {}

/**
 * Writes documents of BSON as JSON with plain values, byte by byte, without building objects. Ids, UUIDs and dates become texts, numbers keep
 * all of their digits, and a reference becomes the id that it refers to.
 *
 * @see https://bsonspec.org/spec.html
 */
export class BsonToJson {
  readonly #out: ByteOutput;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(out: ByteOutput) {
    this.#out = out;
  }

  /** @param bytes one document @throws {BrokenDocument} after writing a part of it */
  write(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#at = 0;
    this.#document(bytes.length, false, 1);
  }

  /** @param most one past the last byte that the document may contain */
  #document(most: number, isList: boolean, level: number): void {
    if (level > MOST_LEVELS) throw this.#broken(`more than ${MOST_LEVELS} documents in each other`);
    const begin = this.#at;
    const length = this.#int32(most);
    const end = begin + length;
    if (length < 5 || end > most || this.#bytes[end - 1] !== 0)
      throw this.#broken(`a document of ${length} bytes`, begin);
    const out = this.#out;
    if (!isList && this.#isReference(end)) {
      this.#at += REFERENCE.length;
      this.#stringBytes(end);
      this.#at += ID.length + 1;
      this.#value(this.#bytes[this.#at - ID.length - 1]!, end, level);
      this.#at = end;
      return;
    }
    out.byte(isList ? 0x5b : 0x7b);
    for (let isFirst = true; this.#at < end - 1; isFirst = false) {
      const type = this.#bytes[this.#at++]!;
      const keyEnd = this.#endOfName(end - 1);
      if (!isFirst) out.byte(COMMA);
      if (!isList) {
        out.string(this.#bytes, this.#at, keyEnd);
        out.byte(COLON);
      }
      this.#at = keyEnd + 1;
      this.#value(type, end - 1, level);
    }
    if (this.#at !== end - 1) throw this.#broken(`a document of ${length} bytes`, begin);
    this.#at = end;
    out.byte(isList ? 0x5d : 0x7d);
  }

  /** @param end one past the last byte of the document that contains the value */
  #value(type: number, end: number, level: number): void {
    const out = this.#out;
    switch (type) {
      case 0x01:
        return this.#double(end);
      case 0x02: // text
      case 0x0d: // code
      case 0x0e: // symbol
        return this.#string(end);
      case 0x03:
        return this.#document(end, false, level + 1);
      case 0x04:
        return this.#document(end, true, level + 1);
      case 0x05:
        return this.#binary(end);
      case 0x06: // undefined
      case 0x0a: // null
        return out.ascii('null');
      case 0x07:
        return this.#id(end);
      case 0x08:
        return out.ascii(this.#bytes[this.#take(1, end)] === 0 ? 'false' : 'true');
      case 0x09:
        return this.#date(end);
      case 0x0b:
        return this.#pattern(end);
      case 0x0c: // reference of old versions
        this.#stringBytes(end);
        return this.#id(end);
      case 0x0f:
        return this.#codeWithScope(end);
      case 0x10:
        return out.ascii(String(this.#int32(end)));
      case 0x11:
        return this.#timestamp(end);
      case 0x12:
        return this.#int64(end);
      case 0x13:
        return this.#decimal(end);
      case 0xff:
        return out.ascii('"MinKey"');
      case 0x7f:
        return out.ascii('"MaxKey"');
      default:
        throw this.#broken(`a value of the unknown type ${type}`);
    }
  }

  #double(end: number): void {
    this.#out.ascii(doubleJson(this.#bytes.readDoubleLE(this.#take(8, end))));
  }

  #string(end: number): void {
    const { from, to } = this.#stringBytes(end);
    this.#out.string(this.#bytes, from, to);
  }

  #stringBytes(end: number): { readonly from: number; readonly to: number } {
    const length = this.#int32(end);
    if (length < 1 || this.#at + length > end || this.#bytes[this.#at + length - 1] !== 0)
      throw this.#broken(`a text of ${length} bytes`);
    const from = this.#at;
    this.#at += length;
    return { from, to: this.#at - 1 };
  }

  #id(end: number): void {
    const at = this.#take(12, end);
    this.#out.hex(this.#bytes, at, at + 12);
  }

  #binary(end: number): void {
    const length = this.#int32(end);
    const subtype = this.#bytes[this.#take(1, end)]!;
    if (length < 0) throw this.#broken(`a value of ${length} bytes`);
    const at = this.#take(length, end);
    const out = this.#out;
    out.ascii(binaryJson(subtype, this.#bytes.subarray(at, at + length)));
  }

  #date(end: number): void {
    const at = this.#take(8, end);
    const ms = this.#bytes.readInt32LE(at + 4) * 2 ** 32 + this.#bytes.readUInt32LE(at);
    this.#time(ms);
  }

  /** Seconds, and a number within the second that only the oplog uses. */
  #timestamp(end: number): void {
    this.#time(this.#bytes.readUInt32LE(this.#take(8, end) + 4) * 1000);
  }

  #time(ms: number): void {
    this.#out.ascii(timeJson(ms));
  }

  #int64(end: number): void {
    const at = this.#take(8, end);
    const high = this.#bytes.readInt32LE(at + 4);
    const isShort = high >= -0x20_0000 && high < 0x20_0000;
    const value = isShort
      ? high * 2 ** 32 + this.#bytes.readUInt32LE(at)
      : this.#bytes.readBigInt64LE(at);
    this.#out.ascii(String(value));
  }

  /** Written as text, because a JSON number would lose trailing zeros. */
  #decimal(end: number): void {
    const at = this.#take(16, end);
    const value = new Decimal128(Uint8Array.from(this.#bytes.subarray(at, at + 16)));
    this.#out.ascii(`"${value.toString()}"`);
  }

  #pattern(end: number): void {
    const [pattern, options] = [this.#name(end), this.#name(end)];
    this.#out.utf8(JSON.stringify(`/${pattern}/${options}`));
  }

  #name(end: number): string {
    const to = this.#endOfName(end);
    const text = this.#bytes.toString('utf8', this.#at, to);
    this.#at = to + 1;
    return text;
  }

  /** The offset of the zero at the end of a name. */
  #endOfName(end: number): number {
    let at = this.#at;
    while (at < end && this.#bytes[at] !== 0) at++;
    if (at === end) throw this.#broken('a name that does not end');
    return at;
  }

  /** Writes the code, without the values that it uses. */
  #codeWithScope(end: number): void {
    const begin = this.#at;
    const length = this.#int32(end);
    if (length < 14 || begin + length > end) throw this.#broken(`code of ${length} bytes`, begin);
    this.#string(begin + length);
    this.#at = begin + length;
  }

  #int32(end: number): number {
    return this.#bytes.readInt32LE(this.#take(4, end));
  }

  /** Skips some bytes. @returns their offset */
  #take(bytes: number, end: number): number {
    const at = this.#at;
    if (at + bytes > end) throw this.#broken('a value that does not end in its document');
    this.#at += bytes;
    return at;
  }

  /** Whether the document is a reference: its first name is `$ref`, with a text, and its second is `$id`. */
  #isReference(end: number): boolean {
    const at = this.#at;
    if (this.#bytes[at + 1] !== REFERENCE[1] || !this.#has(REFERENCE, at, end)) return false;
    const text = at + REFERENCE.length;
    if (text + 4 > end) return false;
    const next = text + 4 + this.#bytes.readInt32LE(text);
    return next > text && this.#has(ID, next + 1, end);
  }

  #has(expected: Buffer, at: number, end: number): boolean {
    if (at + expected.length > end) return false;
    for (const [index, byte] of expected.entries())
      if (this.#bytes[at + index] !== byte) return false;
    return true;
  }

  #broken(what: string, at = this.#at): BrokenDocument {
    return new BrokenDocument(`has ${what} at its byte ${at}`);
  }
}

/** A text under the name `$ref`. */
const REFERENCE = Buffer.from('\u0002$ref\0', 'latin1');

/** The name `$id`, after the type of its value. */
const ID = Buffer.from('$id\0', 'latin1');
