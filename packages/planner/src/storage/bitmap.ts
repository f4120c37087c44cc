/** A set of integers from 0, one bit each. */
export class Bitmap {
  /** Number `n` is bit `n & 7` of byte `n >>> 3`. */
  #bits = new Uint8Array(0);
  #size = 0;

  /** The number of integers in the set. */
  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    const index = number >>> 3;
    if (index >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(index + 1, this.#bits.length * 2));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    const bit = 1 << (number & 7);
    if ((this.#bits[index]! & bit) !== 0) return;
    this.#bits[index]! |= bit;
    this.#size++;
  }

  has(number: number): boolean {
    const index = number >>> 3;
    return index < this.#bits.length && (this.#bits[index]! & (1 << (number & 7))) !== 0;
  }
}
