export { openJobLedger } from './ledger/run-in-store.ts';
export { exportLedger, importLedger } from './ledger/move-ledger.ts';
export { openPostgresLedger } from './ledger/open-postgres-ledger.ts';
export { nameOfStore, hasPassword } from './store/address.ts';
export { checkVersion, migrate, type Migrated } from './store/migrate.ts';
export { Store, type StoreOptions } from './store/store.ts';
export type { PostgresLedger } from './ledger/postgres-ledger.ts';
export { StoreLease } from './ledger/store-lease.ts';
