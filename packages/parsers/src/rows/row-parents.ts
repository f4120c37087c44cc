import { isObject, parseJson, type Row } from '@chatferry/contract';
import type { Chunk, ParentsOfRows } from '../cutting/chunk.ts';
import { plainValue } from '../documents/firestore-value.ts';
import { OWN_VALUE, PARENTS } from '../mapping/source-row.ts';

/** Gives the rows of a chunk the objects around them in their document. */
export class RowParents {
  readonly #runs: readonly ParentsOfRows[] | undefined;
  readonly #areDocuments: boolean;
  #at = -1;
  #parents: readonly (Row | undefined)[] = [];

  /** @param areDocuments whether the objects around the rows are documents of a tree */
  constructor({ parents }: Chunk, areDocuments = false) {
    this.#runs = parents;
    this.#areDocuments = areDocuments;
  }

  /**
   * A value of the file as a row. A value that is not an object becomes the field `OWN_VALUE`.
   *
   * @param index of the row; not below the index of the previous call
   */
  rowOf(value: unknown, index: number): Row {
    const row: Row = isObject(value) ? value : { [OWN_VALUE]: value };
    const runs = this.#runs;
    if (runs === undefined) return row;
    const before = this.#at;
    while (this.#at + 1 < runs.length && runs[this.#at + 1]!.row <= index) this.#at++;
    if (this.#at !== before) this.#parents = this.#parentsIn(runs[this.#at]!);
    (row as { [PARENTS]?: readonly (Row | undefined)[] })[PARENTS] = this.#parents;
    return row;
  }

  #parentsIn({ texts }: ParentsOfRows): readonly (Row | undefined)[] {
    const parents = texts.map(objectIn);
    return this.#areDocuments
      ? parents.map((each) => plainValue(each) as Row | undefined)
      : parents;
  }
}

function objectIn(json: string | undefined): Row | undefined {
  try {
    const value: unknown = json === undefined ? undefined : parseJson(json);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // its fields are missing in the rows
  }
}
