import { byKind, type ErrorDetails, type Kind, referredKinds } from '@chatferry/contract';
import {
  type CountsByKind,
  type KindCounts,
  noOutcomes,
  type OutcomeCounts,
  PRESENT_DIFFERS,
  settledRecords,
  type SettledBatch,
  type StoredBatch,
  type StoredOutcome,
} from '@chatferry/runner';
import type { Transaction } from '../store/store.ts';

/** A store, or a transaction of it. */
export interface Queries {
  readonly query: Transaction;
}

interface OutcomeRow extends Omit<StoredOutcome, 'details' | 'cause'> {
  readonly details: string | null;
  readonly cause: string | null;
}

const OUTCOME_COLUMNS =
  'seq, position, kind, id, outcome, code, message, details, cause, may_have_landed AS "mayHaveLanded", attempts, file, line';

/** Reads the rows of one job. @throws {LedgerError} from every method */
export class LedgerRows {
  readonly #store: Queries;
  readonly #job: number;

  constructor(store: Queries, job: number) {
    this.#store = store;
    this.#job = job;
  }

  async counts(planned: Readonly<Record<Kind, number>>): Promise<CountsByKind> {
    const rows = await this.#all<OutcomeCounts & { kind: Kind }>(
      `SELECT kind, sum(created)::bigint AS created, sum(present)::bigint AS present,
              sum(present_by_this_job)::bigint AS "presentByThisJob", sum(present_same)::bigint AS "presentSame",
              sum(present_different)::bigint AS "presentDifferent", sum(failed)::bigint AS failed,
              sum(skipped)::bigint AS skipped, sum(unresolved)::bigint AS unresolved
       FROM chatferry.lane WHERE job = $1 GROUP BY kind`,
    );
    return byKind<KindCounts>((kind) => {
      const { kind: _, ...counts } = rows.find((row) => row.kind === kind) ?? {
        kind,
        ...noOutcomes,
      };
      return { ...counts, pending: planned[kind] - settledRecords(counts) };
    });
  }

  /** When something last changed, milliseconds since 1970. */
  async lastChangeAt(): Promise<number | undefined> {
    const [row] = await this.#all<{ at: number | null }>(
      'SELECT max(changed_at) AS at FROM chatferry.lane WHERE job = $1',
    );
    return row?.at ?? undefined;
  }

  /** The last open batch of each of these lanes that has one. */
  async lastOpen(
    kind: Kind,
    lanes: readonly number[],
  ): Promise<readonly { lane: number; seq: number }[]> {
    return this.#all(
      `SELECT lane, max(seq) AS seq FROM chatferry.batch
       WHERE job = $1 AND kind = $2 AND lane = ANY($3) AND state = 'open' GROUP BY lane`,
      kind,
      lanes,
    );
  }

  /** The next open batch of a lane. */
  async openAfter(kind: Kind, lane: number, seq: number): Promise<number | undefined> {
    const [row] = await this.#all<{ seq: number }>(
      `SELECT seq FROM chatferry.batch
       WHERE job = $1 AND kind = $2 AND lane = $3 AND state = 'open' AND seq > $4 ORDER BY seq LIMIT 1`,
      kind,
      lane,
      seq,
    );
    return row?.seq;
  }

  async batch(seq: number): Promise<StoredBatch | undefined> {
    const [row] = await this.#all<StoredBatch>(
      `SELECT lane, state, marks, attempts, begun_at AS "begunAt" FROM chatferry.batch WHERE job = $1 AND seq = $2`,
      seq,
    );
    return row;
  }

  outcomesOf(seq: number): Promise<StoredOutcome[]> {
    return this.#outcomes('AND seq = $2 ORDER BY position', seq);
  }

  async outcomeOf(kind: Kind, id: string): Promise<StoredOutcome | undefined> {
    return (await this.#outcomes('AND kind = $2 AND id = $3 LIMIT 1', kind, id))[0];
  }

  /** Users and groups that failed or were skipped. */
  lostUsersAndGroups(): Promise<StoredOutcome[]> {
    const where = "AND kind = ANY($2) AND outcome IN ('failed', 'skipped')";
    return this.#outcomes(where, referredKinds);
  }

  /** The first records that were present before the job with other content. */
  differing(count: number): Promise<StoredOutcome[]> {
    const where = "AND outcome = 'present' AND code = $2 ORDER BY seq, position LIMIT $3";
    return this.#outcomes(where, PRESENT_DIFFERS, count);
  }

  /** Settled batches of a kind, the latest first. */
  latestSettled(kind: Kind, count: number): Promise<SettledBatch[]> {
    return this.#all(
      `SELECT seq, marks FROM chatferry.batch WHERE job = $1 AND kind = $2 AND state = 'settled' ORDER BY seq DESC LIMIT $3`,
      kind,
      count,
    );
  }

  async #outcomes(where: string, ...values: unknown[]): Promise<StoredOutcome[]> {
    const rows = await this.#all<OutcomeRow>(
      `SELECT ${OUTCOME_COLUMNS} FROM chatferry.outcome WHERE job = $1 ${where}`,
      ...values,
    );
    return rows.map(({ details, cause, ...row }) => ({
      ...row,
      cause: cause ?? undefined,
      ...(details === null ? {} : { details: JSON.parse(details) as ErrorDetails }),
    }));
  }

  #all<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.#store.query<Row>({ text, values: [this.#job, ...values] });
  }
}
