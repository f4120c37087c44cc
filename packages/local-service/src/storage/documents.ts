import type { Json } from '@chatferry/contract';
import { ServiceProblem } from '../terms/service-problem.ts';
import type { Store } from './store.ts';

interface DocumentRow {
  readonly id: string;
  readonly document: string;
}

/*
 * Stores objects of areas for which only writing, reading and removing is documented, unchanged.
 */

export function findDocument(store: Store, collection: string, id: string): Json | undefined {
  const row = store.get<DocumentRow>(
    'SELECT * FROM documents WHERE collection = ? AND id = ?',
    collection,
    id,
  );
  return row === undefined ? undefined : (JSON.parse(row.document) as Json);
}

/** @throws {ServiceProblem} the collection's `ERR_…_NOT_FOUND`; `ERR_BAD_REQUEST` where the reference has none */
export function existingDocument(store: Store, collection: string, id: string): Json {
  const document = findDocument(store, collection, id);
  if (document === undefined) throw noSuchDocument(collection, id);
  return document;
}

export function allDocuments(store: Store, collection: string): Json[] {
  return store
    .all<DocumentRow>('SELECT * FROM documents WHERE collection = ? ORDER BY rowid', collection)
    .map(({ document }) => JSON.parse(document) as Json);
}

/** Writes a new document, or replaces the content of an existing one. */
export function keepDocument(store: Store, collection: string, id: string, document: Json): Json {
  const now = store.seconds();
  store.run(
    `INSERT INTO documents (collection, id, document, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (collection, id) DO UPDATE SET document = excluded.document, updated_at = excluded.updated_at`,
    collection,
    id,
    JSON.stringify(document),
    now,
    now,
  );
  return document;
}

/** @returns whether it existed */
export function removeDocument(store: Store, collection: string, id: string): boolean {
  return (
    store.run('DELETE FROM documents WHERE collection = ? AND id = ?', collection, id).changes > 0
  );
}

export function noSuchDocument(collection: string, id: string): ServiceProblem {
  const code = NOT_FOUND[collection] ?? 'ERR_BAD_REQUEST';
  return new ServiceProblem(code, `There is no ${id} among the ${collection}.`);
}

/** Source: reference, error codes of moderation and notifications. */
const NOT_FOUND: Readonly<Record<string, string>> = {
  rules: 'ERR_RULE_NOT_FOUND',
  keywords: 'ERR_KEYWORD_NOT_FOUND',
  reasons: 'ERR_REASON_NOT_FOUND',
  pushProviders: 'ERR_PROVIDER_NOT_FOUND',
  providers: 'ERR_PROVIDER_NOT_FOUND',
  pushTokens: 'ERR_TOKEN_NOT_FOUND',
  blockedMessages: 'ERR_MESSAGE_ID_NOT_FOUND',
  flaggedMessages: 'ERR_MESSAGE_ID_NOT_FOUND',
};
