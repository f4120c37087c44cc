import {
  isObject,
  type Kind,
  notAnObject,
  parseJson,
  problem,
  type Problem,
  type Row,
} from '@chatferry/contract';
import type { Chunk } from '../cutting/chunk.ts';
import type { ChunkText } from '../cutting/chunk-text.ts';
import { isTooDeep } from '../terms/nesting.ts';
import { RowParents } from '../rows/row-parents.ts';
import { OWN_VALUE } from '../mapping/source-row.ts';
import { jsonError } from '../terms/json-error.ts';
import { jsonForm, repeatedKey } from '../rows/json-form.ts';
import { parseForCode } from '../rows/parse-for-code.ts';

/** The current row of a JSON file, which is parsed in several ways. */
export class JsonRow {
  readonly #kind: Kind;
  /** Whether rows that are no objects are read, such as ids in a list. */
  readonly #readsOwnValue: boolean;
  #parents!: RowParents;
  #index = 0;
  #isObject = true;
  /** As the file contains it. */
  text = '';

  constructor(kind: Kind, readsOwnValue: boolean) {
    this.#kind = kind;
    this.#readsOwnValue = readsOwnValue;
  }

  beginChunk(chunk: Chunk): void {
    this.#parents = new RowParents(chunk);
  }

  /** @param index of the row in its chunk; not below that of the call before @returns a problem for what is no row */
  parse(chunkText: ChunkText, index: number): { readonly row: Row } | { readonly found: Problem } {
    this.#index = index;
    this.text = chunkText.text(index);
    let value: unknown;
    try {
      value = JSON.parse(this.text);
    } catch (error) {
      return { found: problem('bad-json', { detail: jsonError(error, this.text) }) };
    }
    this.#isObject = isObject(value);
    if (!this.#isObject && !this.#readsOwnValue) return { found: notAnObject(this.#kind) };
    return { row: this.#parents.rowOf(value, index) };
  }

  /** Which levels and keys make a row unreadable, or how it is written. @param row as it was parsed */
  formIn(
    { bytes, chunk: { starts, ends } }: ChunkText,
    row: Row,
  ): 'compact' | 'spaced' | { readonly found: Problem; readonly shows: boolean } {
    const { text } = this;
    const index = this.#index;
    const value = this.#isObject ? row : row[OWN_VALUE];
    if (isTooDeep(text, value)) return { found: problem('too-deep'), shows: false };
    if (!this.#isObject) return 'spaced';
    const form = jsonForm({ text, bytes, from: starts[index]!, to: ends[index]!, value: row });
    if (form !== 'repeated-key') return form;
    return { found: problem('repeated-key', { field: repeatedKey(text) }), shows: true };
  }

  /** The row, parsed so that long numbers keep their digits. */
  withDigits(): Row {
    return this.#parents.rowOf(parseJson(this.text), this.#index);
  }

  /** The row, parsed for code, which knows only JavaScript's values. */
  forCode(): Row {
    return this.#parents.rowOf(parseForCode(this.text), this.#index);
  }
}
