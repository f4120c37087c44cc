import type { StoreWatch } from '@chatferry/job/metrics';
import { LedgerError } from '@chatferry/runner';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg';
import { nameOfStore } from './address.ts';
import { isOutage, storeErrorFrom, unreachable } from './store-error.ts';

/** A server that does not answer for this long counts as lost. */
const TIMEOUT_MS = 5000;
/** Pause between two attempts during an outage. */
const RETRY_MS = 100;
/**
 * The server ends a brief transaction of a machine that has been silent for this long. Otherwise the rows that a lost machine has
 * locked stay locked until TCP notices, which takes hours.
 */
const BEGIN_BRIEF = "BEGIN; SET LOCAL idle_in_transaction_session_timeout = '10s'";
/** A statement of a brief transaction may wait this long for a statement of a lost machine. */
const BRIEF_MS = 15_000;
/** A statement of any other transaction may be about all rows of a job. */
const LONG_MS = 600_000;
/** Without an answer after this time, a question is asked again. */
const ASK_MS = 1000;
/** How long an ending run waits for a lost server. */
const ENDING_MS = 5000;

export interface StoreOptions {
  /** How long a statement waits for a server that does not answer. 0: not at all. */
  readonly giveUpAfterMs: number;
  /** Once aborted, a statement waits only a few more seconds. */
  readonly ending?: AbortSignal | undefined;
  readonly watch?: StoreWatch | undefined;
}

/** A statement. A named statement is prepared once per connection. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly timeoutMs?: number;
}

/** Executes a statement in a transaction. */
export type Transaction = <Row>(statement: Statement) => Promise<Row[]>;

/** The number of the type `bigint` in the catalogue of every PostgreSQL. */
const INT8 = 20;

/** Whole numbers of any size as numbers: numbers of a ledger are below 2^53. */
const asNumbers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
    oid === INT8 ? Number : types.getTypeParser(oid, format),
};

/** Without a listener, a connection that is lost between two statements would end the process. */
function ignore(): void {}

/** A PostgreSQL database that holds ledgers. */
export class Store implements AsyncDisposable {
  /** For messages: server and database. */
  readonly name: string;
  readonly #pool: Pool;
  readonly #options: StoreOptions;

  /** The callbacks for commits, refused writes and takeovers. */
  get watch(): StoreWatch | undefined {
    return this.#options.watch;
  }

  /** @throws {LedgerError} `bad-store` */
  constructor(address: string, options: StoreOptions) {
    this.name = nameOfStore(address);
    this.#options = options;
    this.#pool = new Pool({
      connectionString: address,
      max: 4,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      keepAlive: true,
      application_name: 'chatferry',
      types: asNumbers,
    });
    // If an idle connection is lost, the next statement replaces it.
    this.#pool.on('error', ignore);
  }

  /**
   * Executes a statement, and waits for a server that does not answer. The statement is then repeated, and may be executed
   * twice: it must have the same effect then.
   *
   * @throws {LedgerError}
   */
  async query<Row>(statement: Statement): Promise<Row[]> {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await this.#once<Row>(statement);
      } catch (error) {
        if (!isOutage(error)) throw storeErrorFrom(error, this.name);
        if (this.#isOver(startedAt)) throw unreachable(this.name, error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /**
   * Does the work in one transaction, or not at all. The work takes milliseconds. Does not wait for a lost server.
   *
   * @throws {LedgerError}
   */
  transaction<T>(work: (query: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction(BEGIN_BRIEF, BRIEF_MS, work);
  }

  /** The same for work that may take minutes, even between two statements. @throws {LedgerError} */
  longTransaction<T>(work: (query: Transaction) => Promise<T>): Promise<T> {
    return this.#transaction('BEGIN', LONG_MS, work);
  }

  async #transaction<T>(
    begin: string,
    timeoutMs: number,
    work: (query: Transaction) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#with(async (client) => {
        await client.query(begin);
        const result = await work(async <Row>(statement: Statement) => {
          const { rows } = await client.query(configOf({ timeoutMs, ...statement }));
          return rows as Row[];
        });
        await client.query('COMMIT');
        return result;
      });
    } catch (error) {
      throw error instanceof LedgerError ? error : storeErrorFrom(error, this.name);
    }
  }

  /** Executes a statement if the server answers soon. @throws {LedgerError} `store-unreachable` */
  async ask<Row>(statement: Statement): Promise<Row[]> {
    try {
      return await this.#once<Row>({ ...statement, timeoutMs: ASK_MS });
    } catch (error) {
      throw storeErrorFrom(error, this.name);
    }
  }

  /** Executes one or several statements once, and returns the driver's result. Errors are errors of the driver. */
  script(text: string, values: readonly unknown[], timeoutMs: number): Promise<QueryResult> {
    return this.#with((client) =>
      client.query({ text, values: [...values], query_timeout: timeoutMs } as QueryConfig),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }

  #isOver(startedAt: number): boolean {
    const { giveUpAfterMs, ending } = this.#options;
    const waitedMs = performance.now() - startedAt;
    return (
      waitedMs >= (ending?.aborted === true ? Math.min(ENDING_MS, giveUpAfterMs) : giveUpAfterMs)
    );
  }

  #once<Row>(statement: Statement): Promise<Row[]> {
    return this.#with(async (client) => {
      const { rows } = await client.query(configOf(statement));
      return rows as Row[];
    });
  }

  /** After an error on a connection, the connection is not used again: its state is unknown. */
  async #with<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    client.on('error', ignore);
    try {
      const result = await work(client);
      client.off('error', ignore);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

function configOf({ name, text, values = [], timeoutMs }: Statement): QueryConfig {
  return {
    text,
    values: [...values],
    ...(name === undefined ? {} : { name }),
    ...(timeoutMs === undefined ? {} : { query_timeout: timeoutMs }),
  };
}
