import type { Kind } from '@chatferry/contract';
import type {
  BatchEntry,
  CountsByKind,
  Durability,
  LaneStart,
  LedgerStore,
  MinuteRow,
  OpenBatch,
  Routes,
  SettledBatch,
  StopReason,
  StoredBatch,
  StoredOutcome,
} from '@chatferry/runner';
import { randomUUID } from 'node:crypto';
import type { Store } from '../store/store.ts';
import type { Change } from './group.ts';
import { type GroupCommit, lostLease } from './group-commit.ts';
import type { HeldLanes } from './held-lanes.ts';
import { LedgerRows } from './ledger-rows.ts';
import { PostgresMessageIds } from './postgres-message-ids.ts';

/** The ledger of a job in PostgreSQL, for one holder of its lanes. Opened with `openPostgresLedger`. */
export class PostgresLedger implements LedgerStore {
  readonly path: string;
  readonly messageIds: PostgresMessageIds;
  readonly #store: Store;
  readonly #held: HeldLanes;
  readonly #planned: Readonly<Record<Kind, number>>;
  readonly #rows: LedgerRows;
  readonly #group: GroupCommit;
  #outlives: Durability = 'power-cut';

  /** @param group shared by all writes of this process into the store */
  constructor(
    store: Store,
    held: HeldLanes,
    planned: Readonly<Record<Kind, number>>,
    group: GroupCommit,
  ) {
    this.path = store.name;
    this.messageIds = new PostgresMessageIds(store, held.job);
    this.#store = store;
    this.#held = held;
    this.#planned = planned;
    this.#rows = new LedgerRows(store, held.job);
    this.#group = group;
  }

  async beginRun(at: number, routes: Routes = {}): Promise<number> {
    const [run] = await this.#query<{ number: number }>(
      `WITH locked AS (SELECT id FROM chatferry.job WHERE id = $1 FOR UPDATE)
       INSERT INTO chatferry.run (job, number, token, started_at, routes, requests_before)
       SELECT id, (SELECT coalesce(max(number), 0) + 1 FROM chatferry.run WHERE job = $1), $2, $3, $4,
              (SELECT coalesce(sum(requests), 0) FROM chatferry.lane WHERE job = $1)
       FROM locked
       ON CONFLICT (token) DO UPDATE SET token = excluded.token
       RETURNING number`,
      randomUUID(),
      Math.round(at),
      JSON.stringify(routes),
    );
    return run!.number;
  }

  async endRun(number: number, at: number, reason: StopReason | undefined): Promise<void> {
    await this.#query(
      'UPDATE chatferry.run SET ended_at = $3, ended_as = $4, reason = $5 WHERE job = $1 AND number = $2',
      number,
      Math.round(at),
      reason === undefined ? 'finished' : 'stopped',
      reason === undefined ? null : JSON.stringify(reason),
    );
  }

  async allowLive(): Promise<void> {
    await this.#query('UPDATE chatferry.job SET live = true WHERE id = $1');
  }

  async isLiveAllowed(): Promise<boolean> {
    const [job] = await this.#query<{ live: boolean }>(
      'SELECT live FROM chatferry.job WHERE id = $1',
    );
    return job?.live === true;
  }

  /** A commit survives a power cut only if the server is set up for it, which is its default. */
  async setDurability(outlives: Durability): Promise<void> {
    this.#outlives = outlives;
  }

  async open(kind: Kind, lanes: readonly number[]): Promise<readonly LaneStart[]> {
    const rows = await this.#query<{
      lane: number;
      announced: number;
      settled: number;
      announcedAt: number;
    }>(
      `SELECT lane, announced, settled, announced_at AS "announcedAt" FROM chatferry.lane
       WHERE job = $1 AND kind = $2 AND lane = ANY($3) AND token = $4`,
      kind,
      lanes,
      this.#held.token,
    );
    const lastOpen = await this.#rows.lastOpen(kind, lanes);
    return lanes.map((lane) => {
      const row = rows.find((each) => each.lane === lane);
      if (row === undefined) throw lostLease(this.#store.name);
      // From here on, only this holder opens batches.
      const open = lastOpen.find((each) => each.lane === lane)?.seq ?? 0;
      return {
        lane,
        announced: row.announced,
        announcedAt: row.announcedAt,
        resumeAfter: Math.max(row.settled, open),
        openBatches: () => this.#openBatches(kind, lane, open),
      };
    });
  }

  async *#openBatches(kind: Kind, lane: number, last: number): AsyncGenerator<OpenBatch> {
    for (let before = 0; before < last;) {
      const seq = await this.#rows.openAfter(kind, lane, before);
      if (seq === undefined) return;
      const stored = (await this.#rows.batch(seq))!;
      yield { seq, stored, outcomes: await this.#rows.outcomesOf(seq) };
      before = seq;
    }
  }

  announce(kind: Kind, lane: number, upTo: number, at: number): Promise<void> {
    return this.#commit({ kind, lane, upTo, at });
  }

  write(entry: BatchEntry): Promise<void> {
    return this.#commit({ entries: [entry] });
  }

  writeAll(entries: readonly BatchEntry[]): Promise<void> {
    return this.#commit({ entries });
  }

  async addMinutes(rows: readonly MinuteRow[]): Promise<void> {
    const values = rows.map((row) => ({ ...row, latency: JSON.stringify(row.latency) }));
    await this.#query(
      `INSERT INTO chatferry.minute (job, token, minute, kind, records, requests, again, quota, waited_ms, why, latency)
       SELECT $1, $2, minute, kind, records, requests, again, quota, "waitedMs", why, latency
       FROM jsonb_to_recordset($3::jsonb) AS m(minute bigint, kind text, records bigint, requests bigint, again bigint,
         quota double precision, "waitedMs" bigint, why text, latency text)
       ON CONFLICT DO NOTHING`,
      randomUUID(),
      JSON.stringify(values),
    );
  }

  counts(): Promise<CountsByKind> {
    return this.#rows.counts(this.#planned);
  }

  lastChangeAt(): Promise<number | undefined> {
    return this.#rows.lastChangeAt();
  }

  batch(seq: number): Promise<StoredBatch | undefined> {
    return this.#rows.batch(seq);
  }

  latestSettled(kind: Kind, count: number): Promise<readonly SettledBatch[]> {
    return this.#rows.latestSettled(kind, count);
  }

  outcomeOf(kind: Kind, id: string): Promise<StoredOutcome | undefined> {
    return this.#rows.outcomeOf(kind, id);
  }

  lostUsersAndGroups(): Promise<readonly StoredOutcome[]> {
    return this.#rows.lostUsersAndGroups();
  }

  differing(count: number): Promise<readonly StoredOutcome[]> {
    return this.#rows.differing(count);
  }

  #commit(change: Change): Promise<void> {
    return this.#group.commit(this.#held, change, this.#outlives);
  }

  #query<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.#store.query<Row>({ text, values: [this.#held.job, ...values] });
  }
}
