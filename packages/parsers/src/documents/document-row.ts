import { isObject, type Row } from '@chatferry/contract';
import { isPattern, namesOfRows } from '../mapping/rows-path.ts';
import { OWN_VALUE, textOf } from '../mapping/source-row.ts';
import { EmptyRow } from '../terms/empty-row.ts';
import { holdsCollections } from '../mapping/document-keys.ts';
import { mayBeValue, plainValue } from './firestore-value.ts';

/** The content of a document that is not in the fields of its row. */
interface Beside {
  /** Collections, by name, that no other rows are read from. */
  readonly inside: Row;
  /** Fields that have the name of a key of the path, and another value. */
  readonly hidden: Row;
}

const BESIDE: unique symbol = Symbol('beside');

type DocumentRow = Row & { [BESIDE]?: Beside };

/** The name under which the bytes of a row contain a key of its path. No document has such a field. */
export function keyInBytes(name: string): string {
  return `{${name}}`;
}

/** Converts documents of a tree, written by any tool, to the form in which rows are mapped. */
export class DocumentRows {
  /** The name of a key of the path, by its key in the bytes of a row. */
  readonly #names: ReadonlyMap<string, string>;

  /** @param rows the pattern of the rows */
  constructor(rows: string) {
    this.#names = new Map(namesOfRows(rows).map((name) => [keyInBytes(name), name]));
  }

  /** @returns a row with the keys of the path, and the fields of the document as plain values */
  rowOf(document: Row): Row {
    const row: Row = new EmptyRow();
    const fields: string[] = [];
    // The keys of the path come first.
    for (const key of Object.keys(document)) {
      const name = this.#names.get(key);
      if (name === undefined) fields.push(key);
      else row[name] = document[key];
    }
    const whole = mayBeValue(fields) ? plainValue(pick(document, fields)) : document;
    if (!isObject(whole)) row[OWN_VALUE] = whole;
    else if (whole === document) for (const key of fields) this.#add(row, key, document[key]);
    else for (const key of Object.keys(whole)) this.#add(row, key, whole[key]);
    return row;
  }

  #add(row: Row, key: string, value: unknown): void {
    if (holdsCollections(key) && (value === null || isObject(value)))
      addCollections(besideOf(row).inside, value ?? {});
    else if (!Object.hasOwn(row, key)) row[key] = plainValue(value);
    else if (value !== null && textOf(value) !== row[key]) besideOf(row).hidden[key] = value;
  }
}

/** Adds the collections inside of a document. A collection that other rows are read from is null. */
function addCollections(inside: Row, found: Row): void {
  for (const [path, documents] of Object.entries(found))
    if (documents !== null) inside[path.slice(path.lastIndexOf('/') + 1)] = documents;
}

function besideOf(row: DocumentRow): Beside {
  return (row[BESIDE] ??= { inside: {}, hidden: {} });
}

function pick(document: Row, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((key) => [key, document[key]]));
}

export function besideRow(row: DocumentRow): Beside | undefined {
  return row[BESIDE];
}

/** The form of the rows of a reading; undefined for a file that is not a tree of documents. */
export function documentRows(rows: string | undefined): DocumentRows | undefined {
  return rows !== undefined && isPattern(rows) ? new DocumentRows(rows) : undefined;
}
