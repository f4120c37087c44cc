import type { Kind } from '@chatferry/contract';
import { LedgerError } from '@chatferry/runner';
import type { Store } from '../store/store.ts';
import { type Change, fitting, type LaneKey, laneKey, lanesOf, rowsOf } from './group.ts';
import { groupStatement } from './group-statement.ts';

interface Waiting {
  readonly change: Change;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface LaneName {
  readonly kind: Kind;
  readonly lane: number;
}

/** The lanes of one job that one writer holds. */
export interface HeldLanes {
  readonly job: number;
  /** Random, and never used again. */
  readonly token: string;
  /** How often each lane was written. */
  readonly writes: Map<LaneKey, number>;
  /** Called when another writer has taken lanes over. */
  readonly onLost?: () => void;
}

/**
 * Writes about lanes. One statement is in flight; the changes that arrive in the meantime share the next one: an outcome
 * and the intent that follows it are one commit.
 */
export class GroupCommit {
  readonly #store: Store;
  readonly #held: HeldLanes;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(store: Store, held: HeldLanes) {
    this.#store = store;
    this.#held = held;
  }

  /** Resolves once the change is committed. @throws {LedgerError} `lost-lease` when another one has taken the lane over */
  commit(change: Change): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, resolve, reject });
      if (this.#isBusy) return;
      this.#isBusy = true;
      // What arrives in the same turn of the event loop shares the statement.
      setImmediate(() => void this.#flush());
    });
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = fitting(this.#waiting);
      this.#waiting = this.#waiting.slice(group.length);
      try {
        const startedAt = performance.now();
        const kept = await this.#write(group.map(({ change }) => change));
        this.#store.watch?.committed((performance.now() - startedAt) / 1000);
        for (const { change, resolve, reject } of group)
          if (lanesOf(change).every((lane) => kept.has(lane))) resolve();
          else {
            this.#held.onLost?.();
            reject(lostLease(this.#store.name));
          }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      // What the lanes do next, now that they know, joins the next statement.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isBusy = false;
  }

  /** @returns the lanes that were written */
  async #write(changes: readonly Change[]): Promise<ReadonlySet<LaneKey>> {
    const { job, token, writes } = this.#held;
    const rows = rowsOf(changes, (lane) => writes.get(lane) ?? -1);
    const written = await this.#store.query<LaneName>(groupStatement(job, token, rows));
    const kept = new Set(written.map(({ kind, lane }) => laneKey(kind, lane)));
    if (kept.size < rows.lanes.length)
      for (const lane of await this.#writtenBefore(rows.lanes)) kept.add(lane);
    if (kept.size < rows.lanes.length) this.#store.watch?.fenced();
    for (const lane of kept) writes.set(lane, writes.get(lane)! + 1);
    return kept;
  }

  /** Lanes that the statement has written although its answer was lost. */
  async #writtenBefore(
    lanes: readonly (LaneName & { readonly writes: number })[],
  ): Promise<LaneKey[]> {
    const { job, token } = this.#held;
    const found = await this.#store.query<LaneName>({
      text: `SELECT l.kind, l.lane FROM chatferry.lane l
             JOIN jsonb_to_recordset($3::jsonb) AS c(kind text, lane int, writes bigint) USING (kind, lane)
             WHERE l.job = $1 AND l.token = $2 AND l.writes = c.writes + 1`,
      values: [job, token, JSON.stringify(lanes)],
    });
    return found.map(({ kind, lane }) => laneKey(kind, lane));
  }
}

/** The error for a writer whose lanes another one has taken over. */
export function lostLease(store: string): LedgerError {
  return new LedgerError('lost-lease', `Another process has taken the job in ${store} over.`, {
    file: store,
    fix: 'Let it finish. What this process has sent and not recorded, the other one sends again: it is not stored twice.',
  });
}
