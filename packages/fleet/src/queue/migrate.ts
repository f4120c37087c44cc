import { newerStore, VERSION } from '../store/check-version.ts';
import { MIGRATIONS } from '../store/schema.ts';
import type { Store, Transaction } from '../store/store.ts';
import { migrateQueue } from './boss-queue.ts';

/** The key of the advisory lock that migrations take: the letters `cfst`. */
const LOCK = 0x63_66_73_74;

export interface Migrated {
  readonly from: number;
  readonly to: number;
}

/**
 * Creates the tables, or brings them to the present version. Concurrent migrations run one after the other.
 *
 * @throws {LedgerError} `store-not-ready` for tables of a later chatferry, which stay as they are
 */
export function migrate(store: Store): Promise<Migrated> {
  return store.longTransaction(async (query) => {
    await query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [LOCK] });
    const migrated = await migrateTables(store, query);
    // The queue has its own connections, and tables in another schema: the lock covers these too.
    await migrateQueue(store);
    return migrated;
  });
}

async function migrateTables(store: Store, query: Transaction): Promise<Migrated> {
  const [schema] = await query<{ exists: boolean }>({
    text: "SELECT to_regclass('chatferry.version') IS NOT NULL AS exists",
  });
  if (schema?.exists !== true) {
    await query({ text: 'CREATE SCHEMA IF NOT EXISTS chatferry' });
    await query({
      text: 'CREATE TABLE chatferry.version (number int NOT NULL, store uuid NOT NULL DEFAULT gen_random_uuid())',
    });
    await query({ text: 'INSERT INTO chatferry.version (number) VALUES (0)' });
  }
  const [row] = await query<{ number: number }>({ text: 'SELECT number FROM chatferry.version' });
  const from = row?.number ?? 0;
  if (from > VERSION) throw newerStore(store, from);
  for (const step of MIGRATIONS.slice(from)) await query({ text: step });
  await query({ text: 'UPDATE chatferry.version SET number = $1', values: [VERSION] });
  return { from, to: VERSION };
}
