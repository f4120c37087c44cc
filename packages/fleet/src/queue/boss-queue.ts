import type { ConnectionOptions, PgBoss } from 'pg-boss';
import { storeErrorFrom } from '../store/store-error.ts';
import type { Store, Transaction } from '../store/store.ts';
import { type Shift, type ShiftQueue, shiftKey, type TakenShift } from './shift-queue.ts';

/** The schema of the tables of pg-boss, separate from the tables of an operator who also uses pg-boss. */
const SCHEMA = 'chatferry_shifts';

/** A worker loses its shifts if it does not confirm them for this long: the shortest time that pg-boss allows. */
const HEARTBEAT_S = 10;

/** Longer than any shift. */
const EXPIRE_S = 3600;

/** How often a shift may be handed out again. A worker may die any number of times. */
const RETRIES = 1_000_000;

/** A statement of the queue that takes longer is given up, and repeated in the queue's next turn. */
const TIMEOUT_MS = 5000;
const LONG_MS = 600_000;

const queueOptions = {
  policy: 'exclusive',
  heartbeatSeconds: HEARTBEAT_S,
  expireInSeconds: EXPIRE_S,
  retryLimit: RETRIES,
  deleteAfterSeconds: 24 * 3600,
} as const;

/** Creates or updates the tables of the queue. */
export async function migrateQueue(store: Store): Promise<void> {
  const boss = await bossOf(store, {
    migrate: true,
    supervise: false,
    onError: () => {},
  });
  await boss.start();
  await boss.stop({ graceful: false });
}

/** The shifts of one pool of workers, in pg-boss. */
export class BossQueue implements ShiftQueue, AsyncDisposable {
  readonly #boss: PgBoss;
  readonly #store: Store;
  readonly #name: string;

  private constructor(boss: PgBoss, store: Store, name: string) {
    this.#boss = boss;
    this.#store = store;
    this.#name = name;
  }

  /**
   * @param supervises whether this process finds the shifts of lost workers
   * @param onError called for an error of the supervision; its next pass comes a second later
   * @throws {LedgerError}
   */
  static async open(
    store: Store,
    pool: string,
    supervises: boolean,
    onError: (error: Error) => void = () => {},
  ): Promise<BossQueue> {
    const boss = await bossOf(store, { migrate: false, supervise: supervises, onError });
    await boss.start();
    const name = `shift-${pool}`;
    await boss.createQueue(name, queueOptions);
    return new BossQueue(boss, store, name);
  }

  async offer(shifts: readonly Shift[], query: Transaction, afterSeconds = 0): Promise<void> {
    if (shifts.length === 0) return;
    await this.#boss.insert(
      this.#name,
      shifts.map((shift) => ({
        data: shift,
        singletonKey: shiftKey(shift),
        startAfter: String(afterSeconds),
      })),
      { db: asDatabase(query) },
    );
  }

  async fetch(count: number): Promise<readonly TakenShift[]> {
    const options = { batchSize: count, includeMetadata: true } as const;
    const jobs = await this.#boss.fetch<Shift>(this.#name, options).catch(this.#fail);
    return jobs.map(({ id, retryCount, data }) => ({ id, attempt: retryCount, shift: data }));
  }

  async touch(taken: readonly TakenShift[]): Promise<ReadonlySet<string>> {
    if (taken.length === 0) return new Set();
    // The type of pg-boss does not show which shifts were confirmed.
    const { settled = [] } = (await this.#boss
      .touch(this.#name, taken.map(claimOf))
      .catch(this.#fail)) as { readonly settled?: readonly string[] };
    return new Set(settled);
  }

  async complete(taken: TakenShift, query: Transaction): Promise<void> {
    const options = { db: asDatabase(query) };
    await this.#boss.complete(this.#name, [claimOf(taken)], null, options);
  }

  readonly #fail = (error: unknown): never => {
    throw storeErrorFrom(error, this.#store.name);
  };

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }
}

/** Identifies a shift with its attempt: the call has no effect if the shift was handed out again. */
function claimOf({ id, attempt }: TakenShift): { id: string; retryCount: number } {
  return { id, retryCount: attempt };
}

async function bossOf(
  store: Store,
  {
    migrate,
    supervise,
    onError,
  }: {
    readonly migrate: boolean;
    readonly supervise: boolean;
    readonly onError: (error: Error) => void;
  },
): Promise<PgBoss> {
  // pg-boss is loaded when it is needed: a ledger in a store without workers does not wait for it.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: {
      executeSql: (text, values = []) => store.script(text, values, migrate ? LONG_MS : TIMEOUT_MS),
    },
    schema: SCHEMA,
    migrate,
    createSchema: migrate,
    supervise,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    schedule: false,
    reindex: false,
  });
  boss.on('error', (error) => onError(storeErrorFrom(error, store.name) as Error));
  return boss;
}

/** Runs statements of pg-boss in our transaction. */
function asDatabase(query: Transaction): NonNullable<ConnectionOptions['db']> {
  return {
    executeSql: async (text, values) => ({
      rows: await query({ text, ...(values === undefined ? {} : { values }) }),
    }),
  };
}
