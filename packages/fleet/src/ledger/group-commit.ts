import { type Durability, LedgerError } from '@chatferry/runner';
import { Gathering } from '../store/gathering.ts';
import type { Store } from '../store/store.ts';
import { type Change, fitting, type HeldChange, rowsOf } from './group.ts';
import { groupStatement, writtenBefore } from './group-statement.ts';
import { type HeldLanes, laneKey } from './held-lanes.ts';

interface Waiting extends HeldChange {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes about lanes, for all shifts of a process. An outcome and the next intent are one commit, together with the changes of
 * all lanes that are ready.
 */
export class GroupCommit {
  readonly #store: Store;
  readonly #changes: Gathering<Waiting>;

  constructor(store: Store) {
    this.#store = store;
    this.#changes = new Gathering(fitting, (group) => this.#settle(group));
  }

  /** Resolves once the change is committed. @throws {LedgerError} `lost-lease` when another process has taken the lane over */
  commit(held: HeldLanes, change: Change, outlives: Durability): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#changes.add({ held, change, outlives, resolve, reject }),
    );
  }

  async #settle(group: readonly Waiting[]): Promise<void> {
    let lost: ReadonlySet<HeldLanes>;
    try {
      const startedAt = performance.now();
      lost = await this.#write(group);
      this.#store.watch?.committed((performance.now() - startedAt) / 1000);
    } catch (error) {
      const byHolder = Map.groupBy(group, ({ held }) => held);
      if (error instanceof LedgerError || byHolder.size === 1)
        return group.forEach(({ reject }) => reject(error));
      // The store refuses a row. It belongs to one holder, and must not keep other holders from writing.
      for (const alone of byHolder.values()) await this.#settle(alone);
      return;
    }
    for (const { held, resolve, reject } of group)
      if (lost.has(held)) {
        held.onLost?.();
        reject(lostLease(this.#store.name));
      } else resolve();
  }

  /** @returns the holders whose lanes are lost */
  async #write(group: readonly HeldChange[]): Promise<ReadonlySet<HeldLanes>> {
    const rows = rowsOf(group);
    const { lanes } = rows;
    const written = await this.#numbers(groupStatement(rows));
    const kept = new Set(written);
    if (kept.size < lanes.length)
      for (const n of await this.#numbers(writtenBefore(lanes))) kept.add(n);
    if (kept.size < lanes.length) this.#store.watch?.fenced();
    const holders = new Map(group.map(({ held }) => [held.token, held]));
    const lost = new Set<HeldLanes>();
    for (const { n, token, kind, lane, writes } of lanes) {
      const held = holders.get(token)!;
      if (kept.has(n)) held.writes.set(laneKey(kind, lane), writes + 1);
      else lost.add(held);
    }
    return lost;
  }

  async #numbers(statement: Parameters<Store['query']>[0]): Promise<readonly number[]> {
    const rows = await this.#store.query<{ n: number }>(statement);
    return rows.map(({ n }) => n);
  }
}

/** The error for a writer whose lanes another process has taken over. */
export function lostLease(store: string): LedgerError {
  return new LedgerError('lost-lease', `Another process has taken the job in ${store} over.`, {
    file: store,
    fix: 'Let it finish. What this process has sent and not recorded, the other one sends again: it is not stored twice.',
  });
}
