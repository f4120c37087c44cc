/** Rows in a JSON document, at any depth: a list of objects, or an object with a key for each row. */
export interface JsonList {
  /** The path to the list's elements: `rooms[*].messages[*]`, `users.*`; empty for a document that is a list. */
  readonly path: string;
  /** The last key of the path. */
  readonly key: string;
  readonly rows: readonly Row[];
  /** The element that contains each row; undefined when the list is not inside another one. */
  readonly parents: readonly (Row | undefined)[];
  /** The key of the list that contains the parents. */
  readonly parentKey: string | undefined;
  /** The texts and numbers of the document around its only list, which has no parent; undefined for other lists. */
  readonly document: Row | undefined;
  /** For each `*` of the path, innermost first: the name of the object, and each row's key. */
  readonly keys: readonly RowKeys[];
  /** In a tree of documents: the place of the rows as a pattern, and its names in the order of `keys`. */
  readonly inTree?: { readonly pattern: string; readonly names: readonly string[] } | undefined;
}

interface RowKeys {
  /** The name of the object that has a key for each row. */
  readonly of: string;
  readonly values: string[];
}

type Row = Readonly<Record<string, unknown>>;
