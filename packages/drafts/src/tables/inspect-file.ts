import { isObject } from '@chatferry/contract';
import { type Format, plainJson } from '@chatferry/parsers';
import type { Column } from '../columns/column.ts';
import { columnsOfCells, withLists } from '../columns/columns-of.ts';
import { type Charset, charsetOf, decode } from '../sampling/charset.ts';
import { contentOf } from '../sampling/content-of.ts';
import { type Dialect, dialectOf } from '../sampling/dialect-of.ts';
import { collectionsIn } from '../sampling/collections-in.ts';
import { outlineOf } from '../sampling/outline-of.ts';
import { documentTree } from '../sampling/document-tree.ts';
import { jsonLists } from '../sampling/json-lists.ts';
import { type FileSample, sampleOf } from '../sampling/sample-of-file.ts';
import type { FoundTable } from './table.ts';
import { withDocumentIds } from '../columns/document-references.ts';
import { withPlainAddresses } from './escaped-addresses.ts';
import { collectionTables, tablesOf, tablesOfDocuments, tablesOfRows } from './tables-of.ts';

interface Inspected {
  readonly file: string;
  readonly charset: Charset;
  readonly format: Format;
  readonly dialect: Dialect | undefined;
  readonly tables: readonly FoundTable[];
  /** Other content of the file, as sentences. */
  readonly notes: readonly string[];
}

/** A file of the export: its tables, or why it cannot be read. */
export type InspectedFile =
  | Inspected
  | { readonly file: string; readonly unreadable: string; readonly database?: 'dump' | 'sqlite' };

/** Minimum share of the lines with the most frequent number of cells, for a file to be a table. */
const LEAST_REGULAR = 0.7;

/** @param file as the user named it, or inside a folder that the user named */
export async function inspectFile(file: string, encoding?: string): Promise<InspectedFile> {
  const sample = await sampleOf(file);
  const charset = charsetOf(sample, encoding);
  const head = plainJson(decode(sample.head, charset.encoding));
  const content = contentOf(sample.head, head, file);
  if ('unreadable' in content) return { file, ...content };
  const { format } = content;
  const texts = (): string[] => [
    cutEnd(head, sample),
    ...sample.pieces.map((piece) => plainJson(cutBoth(decode(piece, charset.encoding)))),
  ];
  const found =
    format === 'bson' || format === 'mongo-archive'
      ? await inCollections(file, format)
      : format === 'json'
        ? await inDocument(file, charset.encoding)
        : format === 'ndjson'
          ? inLines(file, texts(), sample.isWhole)
          : inCells(file, texts(), sample.isWhole);
  if ('unreadable' in found) return { file, ...found };
  return { file, format, charset, dialect: undefined, notes: [], ...found };
}

const UTF_8: Charset = { encoding: 'utf-8', isRecognised: true };

/** The tables of a file, or why it has none. */
type Found = (Partial<Inspected> & Pick<Inspected, 'tables'>) | { readonly unreadable: string };

async function inCollections(file: string, format: 'bson' | 'mongo-archive'): Promise<Found> {
  const { collections, notes } = await collectionsIn(file, format);
  const tables = collections
    .filter(({ documents }) => documents.length > 0)
    .flatMap((each) => collectionTables(file, each));
  return tables.length === 0
    ? { unreadable: notes[0] ?? 'a collection without documents' }
    : { charset: UTF_8, tables, notes };
}

async function inDocument(file: string, encoding: string): Promise<Found> {
  const { documents, isBroken, isWhole } = await outlineOf(file, encoding);
  const notes = isBroken ? ['its end is missing or is not JSON'] : [];
  if (documents.length > 1 && documents.every(isObject))
    return { tables: tablesOfDocuments(file, documents, isWhole), notes };
  const root = documents.length > 1 && documents.every(isList) ? documents.flat() : documents[0];
  const tree = documentTree(root);
  const lists = jsonLists(tree?.root ?? root, tree?.collections);
  const collections = new Set(lists.flatMap(({ key, inTree }) => (inTree ? [key] : [])));
  const found = lists.flatMap((list) =>
    tablesOf(file, list, isWhole, lists.length === 1).map((table) => ({
      ...table,
      columns: withDocumentIds(table.columns, collections),
    })),
  );
  if (tree !== undefined) notes.push(`a tree of documents, as ${tree.writer} writes it`);
  if (found.length === 0) return { unreadable: notes[0] ?? 'JSON without a list of objects' };
  return { tables: tree === undefined ? found : withPlainAddresses(found), notes };
}

function inLines(file: string, texts: readonly string[], isWhole: boolean): Found {
  const rows = texts.flatMap(objectsIn);
  return rows.length === 0
    ? { unreadable: 'no line of it is a JSON object' }
    : { tables: tablesOfDocuments(file, rows, isWhole) };
}

function inCells(file: string, texts: readonly string[], isWhole: boolean): Found {
  const dialect = dialectOf(texts);
  if (dialect.regular < LEAST_REGULAR)
    return { unreadable: 'no table: its lines have different numbers of cells' };
  const names = dialect.header
    ? dialect.first.map((name) => name.trim())
    : dialect.first.map((_, index) => `column${index + 1}`);
  const rows = dialect.header ? dialect.rows : [dialect.first, ...dialect.rows];
  if (names.length < 2 && rows.length === 0) return { unreadable: 'no table' };
  const columnsOf = (some: typeof rows): Column[] =>
    withLists(columnsOfCells(names, some, dialect.nulls));
  return { dialect, tables: tablesOfRows(file, rows, isWhole, columnsOf) };
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function cutEnd(text: string, { isWhole }: FileSample): string {
  return isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

function cutBoth(text: string): string {
  return text.slice(text.indexOf('\n') + 1, text.lastIndexOf('\n') + 1);
}

function objectsIn(text: string): Record<string, unknown>[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return isObject(value) ? [value] : [];
    } catch {
      return [];
    }
  });
}
