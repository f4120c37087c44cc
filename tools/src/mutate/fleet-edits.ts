import type { Edit } from './edit.ts';

const src = 'packages/fleet/src';
const test = 'packages/fleet/test';

/** Edits of the ledger in PostgreSQL: who may write it, and how often a write counts. */
export const fleetEdits: readonly Edit[] = [
  {
    file: `${src}/ledger/group-statement.ts`,
    find: 'AND l.token = $2 AND l.writes = c.writes',
    replace: 'AND ($2::uuid IS NOT NULL) AND l.writes = c.writes',
    effect: 'who was taken over still writes',
    tests: [`${test}/fencing.test.ts`],
  },
  {
    file: `${src}/ledger/group-statement.ts`,
    find: 'AND l.token = $2 AND l.writes = c.writes',
    replace: 'AND l.token = $2 AND l.writes >= c.writes',
    effect: 'a statement that is made twice counts twice',
    tests: [`${test}/fencing.test.ts`],
  },
  {
    file: `${src}/ledger/group-statement.ts`,
    find: 'announced = greatest(l.announced, c.announced)',
    replace: 'announced = c.announced',
    effect: 'an outcome forgets what was announced',
    tests: [`${test}/postgres-ledger.test.ts`],
  },
  {
    file: `${src}/ledger/group-commit.ts`,
    find: 'AND l.writes = c.writes + 1`',
    replace: 'AND l.writes > c.writes + 1`',
    effect: 'a write whose answer was lost counts as a takeover',
    tests: [`${test}/fencing.test.ts`],
  },
  {
    file: `${src}/ledger/postgres-ledger.ts`,
    find: 'lane = ANY($3) AND token = $4',
    replace: 'lane = ANY($3) AND $4::uuid IS NOT NULL',
    effect: 'who was taken over opens lanes again',
    tests: [`${test}/fencing.test.ts`],
  },
  {
    file: `${src}/ledger/group.ts`,
    find: 'settled: Math.max(settled, what.settled ?? 0),',
    replace: 'settled: what.settled ?? settled,',
    effect: 'of two batches of a lane in one statement the earlier one counts as the last',
    tests: [`${test}/postgres-ledger.test.ts`],
  },
  {
    file: `${src}/store/address.ts`,
    find: '`PostgreSQL at ${url.host}${url.pathname}`',
    replace: '`PostgreSQL at ${url.href}`',
    effect: 'messages contain the password of the store',
    tests: [`${test}/store.test.ts`],
  },
];
