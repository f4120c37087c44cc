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
  {
    file: `${src}/ledger/store-lease.ts`,
    find: 'if (this.#age() > VALID_MS) return',
    replace: 'if (this.#age() > VALID_MS && this.lost.aborted) return',
    effect: 'a process that was taken over, or lost the store, gets slots',
    tests: [`${test}/lease.test.ts`],
  },
  {
    file: `${src}/ledger/take-over.ts`,
    find: "OR j.seen_at < clock_timestamp() - $7 * interval '1 ms')",
    replace: "OR j.seen_at < clock_timestamp() + $7 * interval '1 ms')",
    effect: 'a job is taken from a process that runs it',
    tests: [`${test}/lease.test.ts`],
  },
  {
    file: `${src}/ledger/move-ledger.ts`,
    find: 'unheld AS (UPDATE chatferry.lane SET token = NULL FROM frozen WHERE job = frozen.id)',
    replace: 'unheld AS (UPDATE chatferry.lane SET token = NULL FROM frozen WHERE job < frozen.id)',
    effect: 'a process that was asleep writes into a ledger that has left',
    tests: [`${test}/moving.test.ts`],
  },
  {
    file: `${src}/ledger/move-ledger.ts`,
    find: "markMoved(job.ledger, plan, { ...to, state: 'moving' });",
    replace: '',
    effect: 'a ledger can be run from the file while a store gets it',
    tests: [`${test}/moving.test.ts`],
  },
  {
    file: `${src}/ledger/move-ledger.ts`,
    find: 'if (isRepeated) return undefined;',
    replace: 'if (!isRepeated) return undefined;',
    effect: 'a ledger replaces another one of the same job in the store',
    tests: [`${test}/moving.test.ts`],
  },
  {
    file: `${src}/quota/reserve-statement.ts`,
    find: 'WHERE m.held AND m.running AND NOT m.paused',
    replace: 'WHERE m.running AND NOT m.paused',
    effect: 'a worker that has lost its lanes gets slots',
    tests: [`${test}/quota.test.ts`],
  },
  {
    file: `${src}/quota/reserve-statement.ts`,
    find: 'AND q.server_started = pg_postmaster_start_time()',
    replace: '',
    effect: 'a server that was restarted grants slots at once',
    tests: [`${test}/quota.test.ts`],
  },
  {
    file: `${src}/quota/shared-pace.ts`,
    find: 'if (validMs > 0) return { leaveInMs, validMs };',
    replace: 'return { leaveInMs, validMs: VALID_MS };',
    effect: 'slots of a block are used however late it is',
    tests: [`${test}/quota.test.ts`],
  },
  {
    file: `${src}/shifts/end-shift.ts`,
    find: 'if (row!.done < shiftsOf(job).length) return;',
    replace: '',
    effect: 'a job moves on while another worker walks lanes of the step',
    tests: [`${test}/shifts.test.ts`],
  },
  {
    file: 'packages/cli/src/store/store-address.ts',
    find: "url === null || url.password !== ''",
    replace: "url === null || url.password === '-'",
    effect: 'a password is taken from the arguments',
    tests: ['packages/cli/test/store.test.ts'],
  },
];
