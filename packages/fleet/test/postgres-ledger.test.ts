import { ledgerContract, sameReports } from '../../runner/test/support/ledger-contract.ts';
import { ledgersIn, sharedStore } from './support/test-stores.ts';

const shared = sharedStore();

const withPostgres = ledgersIn(() => shared);

ledgerContract('in PostgreSQL', withPostgres);

sameReports('PostgreSQL', withPostgres);
