import { afterAll, beforeAll } from 'vitest';
import { ledgerContract, sameReports } from '../../runner/test/support/ledger-contract.ts';
import { ledgersIn, type TestStore, testStore } from './support/test-stores.ts';

let shared: TestStore;
beforeAll(async () => {
  shared = await testStore();
});
afterAll(() => shared[Symbol.asyncDispose]());

const withPostgres = ledgersIn(() => shared);

ledgerContract('in PostgreSQL', withPostgres);

sameReports('PostgreSQL', withPostgres);
