import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openPlan, type Plan } from '@chatferry/planner';
import { JobLockedError } from '@chatferry/runner';
import { makePlannedUsers, type WithStore } from '../../../runner/test/support/ledger-contract.ts';
import { somewhere } from '../../../runner/test/support/rig.ts';
import {
  type BossQueue,
  migrate,
  openPostgresLedger,
  type PostgresLedger,
  Store,
  type TakenShift,
} from '../../src/index.ts';
import { postgresDatabase } from './test-postgres.ts';

/** A store with its tables, in a database of its own. */
export interface TestStore extends AsyncDisposable {
  readonly store: Store;
  readonly address: string;
  readonly rows: (sql: string) => Promise<Record<string, unknown>[]>;
}

export async function testStore(giveUpAfterMs = 20_000): Promise<TestStore> {
  const database = await postgresDatabase();
  const store = new Store(database.address, { giveUpAfterMs });
  await migrate(store);
  const connection = new Client(database.address);
  await connection.connect();
  return {
    store,
    address: database.address,
    rows: async (sql) => (await connection.query(sql)).rows as Record<string, unknown>[],
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]();
      await connection.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** A store for all tests of a file. Call it once, at the top. */
export function sharedStore(): Omit<TestStore, keyof AsyncDisposable> {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await testStore();
  });
  afterAll(() => opened[Symbol.asyncDispose]());
  return {
    get store() {
      return opened.store;
    },
    get address() {
      return opened.address;
    },
    rows: (sql) => opened.rows(sql),
  };
}

/** The same, without jobs when a test begins. */
export function emptyStore(): Omit<TestStore, keyof AsyncDisposable> {
  const shared = sharedStore();
  beforeEach(() => emptied(shared));
  return shared;
}

/** A fresh ledger in one store for each use; the tables are emptied, which is quicker than a new database. */
export function ledgersIn(stores: () => Pick<TestStore, 'store' | 'rows'>): WithStore {
  return (use) =>
    withUsersPlan(async (plan) => {
      await emptied(stores());
      await use(await takenLedger(stores().store, plan));
    });
}

/** The ledger of a plan, also while another one holds it and says so again and again. */
export async function takenLedger(store: Store, plan: Plan): Promise<PostgresLedger> {
  for (;;) {
    await store.query({ text: "UPDATE chatferry.job SET seen_at = '-infinity'" });
    try {
      return (await openPostgresLedger(store, plan, somewhere)).ledger;
    } catch (error) {
      if (!(error instanceof JobLockedError)) throw error;
    }
  }
}

/** Takes the shifts that wait for workers, and ends them. */
export async function drained(
  { store }: Pick<TestStore, 'store'>,
  queue: BossQueue,
): Promise<readonly TakenShift[]> {
  const taken = await queue.fetch(100);
  await store.transaction(async (query) => {
    for (const each of taken) await queue.complete(each, query);
  });
  return taken;
}

const TABLES = [
  'shift',
  'run',
  'lane',
  'batch',
  'outcome',
  'trouble',
  'minute',
  'message_id',
  'job',
];

/** Removes all jobs. Of tables with few rows, DELETE is quicker than TRUNCATE, which makes new files. */
export async function emptied({ rows }: Pick<TestStore, 'rows'>): Promise<void> {
  await rows(TABLES.map((table) => `DELETE FROM chatferry.${table}`).join(';'));
}

export async function withUsersPlan(use: (plan: Plan) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-fleet-'));
  try {
    await makePlannedUsers(join(folder, 'plan.sqlite'));
    using plan = openPlan(join(folder, 'plan.sqlite'));
    await use(plan);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
