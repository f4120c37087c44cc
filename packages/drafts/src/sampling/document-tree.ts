import { isObject } from '@chatferry/contract';
import {
  COLLECTIONS,
  isGeneratedId,
  plainValue,
  restFields,
  rootOfPaths,
  SUBCOLLECTION,
} from '@chatferry/parsers';

type Tree = Record<string, unknown>;

/** A document of JSON that is a tree of documents, in one form for all tools that write such trees. */
export interface DocumentTree {
  readonly root: unknown;
  /** The objects in it that are certainly collections: each value is a document. */
  readonly collections: ReadonlySet<object>;
  /** The program that wrote the tree, as a sentence names it. */
  readonly writer: string;
}

/** Levels in which keys are looked for that a database made. */
const MOST_LEVELS = 4;

/** @returns undefined for any other document */
export function documentTree(root: unknown): DocumentTree | undefined {
  return restTree(root) ?? exportedTree(root) ?? plainTree(root);
}

/** The pages of Firestore's REST interface. */
function restTree(root: unknown): DocumentTree | undefined {
  const pages = [root].flat();
  const found = pages.flatMap((page): unknown[] => {
    if (!isObject(page)) return [];
    return Array.isArray(page['documents']) ? page['documents'] : [page['document']];
  });
  const documents = found.filter(isDocument);
  if (documents.length === 0) return undefined;
  const collections = new Set<object>();
  const tree: Tree = {};
  for (const { name, fields } of documents) {
    let around = tree;
    const keys = name.replace(rootOfPaths, '').split('/');
    for (const [index, key] of keys.entries()) {
      const inner = (around[key] ??= {}) as Tree;
      if (index % 2 === 0) collections.add(inner);
      around = inner;
    }
    Object.assign(around, restFields(fields));
  }
  return { root: tree, collections, writer: 'the REST interface of Firestore' };
}

function isDocument(value: unknown): value is { readonly name: string; readonly fields: unknown } {
  return isObject(value) && typeof value['name'] === 'string' && rootOfPaths.test(value['name']);
}

/** A tree in which tools wrote the collections inside of documents under a key of their own. */
function exportedTree(root: unknown): DocumentTree | undefined {
  const collections = new Set<object>();
  const seen = new Set<string>();
  const collection = (documents: unknown): unknown => {
    const found = walk(documents);
    if (isObject(found)) collections.add(found);
    return found;
  };
  const walk = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const fields: Tree = {};
    for (const [key, inner] of Object.entries(value)) {
      if ((key === COLLECTIONS || key === SUBCOLLECTION) && isObject(inner)) {
        seen.add(key);
        for (const [path, documents] of Object.entries(inner))
          fields[path.slice(path.lastIndexOf('/') + 1)] = collection(documents);
      } else fields[key] = walk(inner);
    }
    if (Object.values(value).some(hasCollections)) collections.add(fields);
    return fields;
  };
  const plain = walk(plainValue(root));
  if (seen.size === 0) return undefined;
  // The outermost keys of a backup are those of collections.
  if (seen.has(SUBCOLLECTION) && isObject(plain))
    for (const each of Object.values(plain)) if (isObject(each)) collections.add(each);
  const writer = seen.has(COLLECTIONS) ? 'node-firestore-import-export' : 'firestore-export-import';
  return { root: plain, collections, writer };
}

function hasCollections(value: unknown): boolean {
  return isObject(value) && (isObject(value[COLLECTIONS]) || isObject(value[SUBCOLLECTION]));
}

/** A tree of the Realtime Database: some of its keys are ids that Firebase made. */
function plainTree(root: unknown): DocumentTree | undefined {
  if (!isObject(root) || !hasGeneratedIds(root, MOST_LEVELS)) return undefined;
  const collections = new Set<object>();
  return { root: withMaps(root, MOST_LEVELS), collections, writer: 'the Realtime Database' };
}

function hasGeneratedIds(object: Tree, levels: number): boolean {
  const keys = Object.keys(object);
  if (keys.length > 0 && keys.every(isGeneratedId)) return true;
  return (
    levels > 1 &&
    Object.values(object).some((each) => isObject(each) && hasGeneratedIds(each, levels - 1))
  );
}

/** A tree with maps in place of the lists with holes that the database made of keys such as 1, 2 and 4. */
function withMaps(value: unknown, levels: number): unknown {
  if (Array.isArray(value)) {
    const isMap = value.includes(null) && value.every((each) => each === null || isObject(each));
    return isMap
      ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null))
      : value;
  }
  if (!isObject(value) || levels === 0) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withMaps(inner, levels - 1)]),
  );
}
