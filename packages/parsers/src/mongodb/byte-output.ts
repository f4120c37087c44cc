/** Two digits for each byte. */
const hexDigits = Buffer.from(
  Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join(''),
  'latin1',
);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** For each byte of a text, the number of bytes that its escape adds: one for `\n`, five for `\u0001`. */
const escapeBytes = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === QUOTE || byte === BACKSLASH) return 1;
  if (byte >= SPACE) return 0;
  return '\b\t\n\f\r'.includes(String.fromCharCode(byte)) ? 1 : 5;
});

/** From this length on, copying bytes in one call is faster than copying them one by one. */
const LONG = 48;

/** A growing piece of JSON text. */
export class ByteOutput {
  #bytes = Buffer.allocUnsafeSlow(256 * 1024);
  length = 0;

  /** The text so far. It is overwritten after `clear`. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  byte(value: number): void {
    if (this.length === this.#bytes.length) this.#grow(1);
    this.#bytes[this.length++] = value;
  }

  /** @param text of ASCII */
  ascii(text: string): void {
    this.#reserve(text.length);
    const bytes = this.#bytes;
    const begin = this.length;
    for (let at = 0; at < text.length; at++) bytes[begin + at] = text.charCodeAt(at);
    this.length = begin + text.length;
  }

  /** Writes bytes as a JSON string with two hexadecimal digits for each. */
  hex(source: Uint8Array, from: number, to: number): void {
    this.#reserve((to - from) * 2 + 2);
    const bytes = this.#bytes;
    let end = this.length;
    bytes[end++] = QUOTE;
    for (let at = from; at < to; at++) {
      const digit = source[at]! * 2;
      bytes[end++] = hexDigits[digit]!;
      bytes[end++] = hexDigits[digit + 1]!;
    }
    bytes[end++] = QUOTE;
    this.length = end;
  }

  /** Writes bytes of UTF-8 as a JSON string. */
  string(source: Uint8Array, from: number, to: number): void {
    let more = 0;
    for (let at = from; at < to; at++) more += escapeBytes[source[at]!]!;
    this.#reserve(to - from + more + 2);
    const bytes = this.#bytes;
    let end = this.length;
    bytes[end++] = QUOTE;
    if (more > 0) end = escaped(source, from, to, bytes, end);
    else if (to - from < LONG) for (let at = from; at < to; at++) bytes[end++] = source[at]!;
    else {
      bytes.set(source.subarray(from, to), end);
      end += to - from;
    }
    bytes[end++] = QUOTE;
    this.length = end;
  }

  utf8(text: string): void {
    const bytes = Buffer.from(text);
    this.copy(bytes, 0, bytes.length);
  }

  copy(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    this.#bytes.set(source.subarray(from, to), this.length);
    this.length += to - from;
  }

  #reserve(bytes: number): void {
    if (this.length + bytes > this.#bytes.length) this.#grow(bytes);
  }

  #grow(bytes: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.length + bytes));
    grown.set(this.bytes);
    this.#bytes = grown;
  }
}

/** @returns the offset one past the written bytes */
function escaped(
  source: Uint8Array,
  from: number,
  to: number,
  into: Uint8Array,
  at: number,
): number {
  let end = at;
  for (let index = from; index < to; index++) {
    const byte = source[index]!;
    if (escapeBytes[byte] === 0) into[end++] = byte;
    else
      for (const character of JSON.stringify(String.fromCharCode(byte)).slice(1, -1))
        into[end++] = character.charCodeAt(0);
  }
  return end;
}
