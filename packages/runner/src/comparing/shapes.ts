/** The number shared by all shapes after the first 255. Records of these shapes are compared field by field. */
export const NO_SHAPE = 255;

/** Numbers the lists of field names that records were sent with. They are few: an export has the same columns throughout. */
export class Shapes {
  readonly #numbers = new Map<string, number>();
  readonly #names: (readonly string[])[] = [];

  numberOf(names: readonly string[]): number {
    const key = JSON.stringify(names);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    if (this.#names.length === NO_SHAPE) return NO_SHAPE;
    this.#numbers.set(key, this.#names.length);
    return this.#names.push(names) - 1;
  }

  names(number: number): readonly string[] {
    return this.#names[number]!;
  }
}
