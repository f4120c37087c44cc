import type { Kind, Origin } from '@chatferry/contract';
import { fileOf, lineOf } from '../spool/origin.ts';

/** Numbers the inputs in the order in which they are first seen, from 1. */
export class InputNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #inputs: { file: string; kind: Kind }[] = [];

  numberOf(kind: Kind, file: string): number {
    const key = `${kind} ${file}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#inputs.push({ file, kind });
    this.#numbers.set(key, this.#inputs.length);
    return this.#inputs.length;
  }

  /** @param packed see `packOrigin` */
  originOf(packed: number): Origin {
    return { file: this.#inputs[fileOf(packed) - 1]!.file, line: lineOf(packed) };
  }

  get all(): readonly { readonly file: string; readonly kind: Kind }[] {
    return this.#inputs;
  }
}
