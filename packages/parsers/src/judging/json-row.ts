import {
  isObject,
  type Kind,
  notAnObject,
  parseJson,
  problem,
  type Problem,
  type Row,
} from '@chatferry/contract';
import { type DocumentRows, documentRows } from '../documents/document-row.ts';
import type { Chunk } from '../cutting/chunk.ts';
import type { ChunkText } from '../cutting/chunk-text.ts';
import { isTooDeep } from '../terms/nesting.ts';
import { RowParents } from '../rows/row-parents.ts';
import { jsonError } from '../terms/json-error.ts';
import { type JsonForm, jsonForm, repeatedKey } from '../rows/json-form.ts';
import { parseForCode } from '../rows/parse-for-code.ts';

/** The form of a row that can be read. */
export type WholeForm = Exclude<JsonForm, 'repeated-key'>;

/** The current row of a JSON file, which can be parsed in several ways. */
export class JsonRow {
  readonly #kind: Kind;
  /** Whether rows that are not objects are read, such as ids in a list. */
  readonly #readsOwnValue: boolean;
  /** Present where the rows are documents of a tree. */
  readonly #documents: DocumentRows | undefined;
  #parents!: RowParents;
  #index = 0;
  /** The row as it was parsed. */
  #value: unknown;
  /** The row as in the file. */
  text = '';

  constructor(kind: Kind, readsOwnValue: boolean, rows: string | undefined) {
    this.#kind = kind;
    this.#readsOwnValue = readsOwnValue;
    this.#documents = documentRows(rows);
  }

  beginChunk(chunk: Chunk): void {
    this.#parents = new RowParents(chunk, this.#documents !== undefined);
  }

  /** @param index of the row in its chunk; not below the index of the previous call @returns a problem when the text is not a row */
  parse(chunkText: ChunkText, index: number): { readonly row: Row } | { readonly found: Problem } {
    this.#index = index;
    this.text = chunkText.text(index);
    let value: unknown;
    try {
      value = JSON.parse(this.text);
    } catch (error) {
      return { found: problem('bad-json', { detail: jsonError(error, this.text) }) };
    }
    this.#value = value;
    if (!isObject(value) && !this.#readsOwnValue) return { found: notAnObject(this.#kind) };
    return { row: this.#rowOf(value) };
  }

  /** The form of the row, or the problem that makes it unreadable: too many levels, or a repeated key. */
  formIn({
    bytes,
    chunk: { starts, ends },
  }: ChunkText): WholeForm | { readonly found: Problem; readonly shows: boolean } {
    const { text } = this;
    const index = this.#index;
    const value = this.#value;
    if (isTooDeep(text, value)) return { found: problem('too-deep'), shows: false };
    if (!isObject(value)) return 'spaced';
    const form = jsonForm({ text, bytes, from: starts[index]!, to: ends[index]!, value });
    if (form !== 'repeated-key') return form;
    return { found: problem('repeated-key', { field: repeatedKey(text) }), shows: true };
  }

  /** The row, parsed so that long numbers keep their digits. */
  withDigits(): Row {
    return this.#rowOf(parseJson(this.text));
  }

  /** The row, parsed for the user's code, which can handle only JavaScript values. */
  forCode(): Row {
    return this.#rowOf(parseForCode(this.text));
  }

  #rowOf(value: unknown): Row {
    const whole = this.#documents === undefined ? value : this.#documents.rowOf(value as Row);
    return this.#parents.rowOf(whole, this.#index);
  }
}
