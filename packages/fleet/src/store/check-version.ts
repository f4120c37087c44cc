import { MIGRATIONS } from './schema.ts';
import type { Store } from './store.ts';
import { MIGRATE_FIX, notReady } from './store-error.ts';

/** The version of the tables that this chatferry works with. */
export const VERSION: number = MIGRATIONS.length;

/**
 * Makes sure that the store has the tables of this version.
 *
 * @returns the id of the store
 * @throws {LedgerError}
 */
export async function checkVersion(store: Store): Promise<string> {
  const [row] = await store.query<{ number: number; store: string }>({
    text: 'SELECT number, store FROM chatferry.version',
  });
  const number = row?.number ?? 0;
  if (number > VERSION) throw newerStore(store, number);
  if (number < VERSION)
    throw notReady(store.name, `has tables of version ${number}, and not ${VERSION}`, MIGRATE_FIX);
  return row!.store;
}

export function newerStore(store: Store, version: number): Error {
  return notReady(
    store.name,
    `has tables of version ${version}, and this chatferry knows only ${VERSION}`,
    'Use the version of chatferry that has migrated the store.',
  );
}
