export { openPostgresLedger } from './ledger/open-postgres-ledger.ts';
export type { PostgresLedger } from './ledger/postgres-ledger.ts';
export { hasPassword, nameOfStore } from './store/address.ts';
export { checkVersion, migrate, type Migrated } from './store/migrate.ts';
export { Store, type StoreOptions } from './store/store.ts';
