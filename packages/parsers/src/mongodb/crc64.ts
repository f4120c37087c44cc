/** The polynomial of CRC-64-ECMA, with its bits reversed, in two halves. */
const HIGH = 0xc96c5795;
const LOW = 0xd7870f42;

const tableHigh = new Int32Array(256);
const tableLow = new Int32Array(256);
for (let byte = 0; byte < 256; byte++) {
  let [high, low] = [0, byte];
  for (let bit = 0; bit < 8; bit++) {
    const isOdd = (low & 1) === 1;
    low = (low >>> 1) | (high << 31);
    high >>>= 1;
    if (!isOdd) continue;
    high ^= HIGH;
    low ^= LOW;
  }
  tableHigh[byte] = high;
  tableLow[byte] = low;
}

/** The checksum of bytes that arrive in pieces. mongodump writes one for each collection of an archive. */
export class Crc64 {
  #high = -1;
  #low = -1;

  add(bytes: Uint8Array, from: number, to: number): void {
    let high = this.#high;
    let low = this.#low;
    for (let at = from; at < to; at++) {
      const index = (low ^ bytes[at]!) & 0xff;
      low = ((low >>> 8) | (high << 24)) ^ tableLow[index]!;
      high = (high >>> 8) ^ tableHigh[index]!;
    }
    this.#high = high;
    this.#low = low;
  }

  /** The checksum of all bytes so far, as a signed number of 64 bits. */
  get value(): bigint {
    const [high, low] = [~this.#high >>> 0, ~this.#low >>> 0];
    return BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low));
  }
}
