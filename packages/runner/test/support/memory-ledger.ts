import { byKind, type Kind, referredKinds } from '@chatferry/contract';
import type {
  BatchEntry,
  CountsByKind,
  KindCounts,
  LaneStart,
  LedgerStore,
  OpenBatch,
  SettledBatch,
  StoredBatch,
  StoredOutcome,
} from '../../src/index.ts';
import { MemoryMessageIds } from './memory-message-ids.ts';
import { countMarks } from '../../src/ledger/marks.ts';
import { combined, none } from '../../src/terms/outcome-counts.ts';

interface Lane {
  announced: number;
  announcedAt: number;
  settled: number;
  changedAt: number;
}

const noLane: Lane = { announced: 0, announcedAt: 0, settled: 0, changedAt: 0 };

interface Batch extends StoredBatch {
  readonly seq: number;
  readonly kind: Kind;
}

/** A ledger that is forgotten with the process. It has no code in common with the one in SQLite except the marks. */
export class MemoryLedger implements LedgerStore {
  readonly path = 'memory';
  readonly messageIds = new MemoryMessageIds();
  readonly #planned: Readonly<Record<Kind, number>>;
  readonly #lanes = new Map<string, Lane>();
  readonly #batches = new Map<number, Batch>();
  readonly #outcomes = new Map<number, Map<number, StoredOutcome>>();
  #runs = 0;
  #isLiveAllowed = false;

  constructor(planned: Readonly<Record<Kind, number>>) {
    this.#planned = planned;
  }

  async addMinutes(): Promise<void> {}

  async counts(): Promise<CountsByKind> {
    return byKind<KindCounts>((kind) => {
      let sum = none;
      for (const batch of this.#batches.values())
        if (batch.kind === kind) sum = combined(sum, countMarks(batch.marks, batch.state));
      const { created, present, failed, skipped, unresolved } = sum;
      const settled = created + present + failed + skipped + unresolved;
      return { ...sum, pending: this.#planned[kind] - settled };
    });
  }

  async lastChangeAt(): Promise<number | undefined> {
    const times = [...this.#lanes.values()].map(({ changedAt }) => changedAt);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  async beginRun(): Promise<number> {
    return ++this.#runs;
  }

  async endRun(): Promise<void> {}

  async allowLive(): Promise<void> {
    this.#isLiveAllowed = true;
  }

  async isLiveAllowed(): Promise<boolean> {
    return this.#isLiveAllowed;
  }

  async setDurability(): Promise<void> {}

  async open(kind: Kind, lanes: readonly number[]): Promise<readonly LaneStart[]> {
    return lanes.map((lane) => {
      const { announced, announcedAt, settled } = this.#lanes.get(`${kind} ${lane}`) ?? noLane;
      const open = this.#inOrder()
        .filter((batch) => batch.kind === kind && batch.lane === lane && batch.state === 'open')
        .map(({ seq }) => seq);
      return {
        lane,
        announced,
        announcedAt,
        resumeAfter: Math.max(settled, ...open),
        openBatches: () => this.#read(open),
      };
    });
  }

  async *#read(seqs: readonly number[]): AsyncGenerator<OpenBatch> {
    for (const seq of seqs) {
      const outcomes = [...(this.#outcomes.get(seq)?.values() ?? [])];
      yield { seq, stored: (await this.batch(seq))!, outcomes };
    }
  }

  async announce(kind: Kind, lane: number, upTo: number, at: number): Promise<void> {
    const known = this.#lane(kind, lane);
    if (known.announced <= known.settled || known.announcedAt === 0) known.announcedAt = at;
    known.announced = Math.max(known.announced, upTo);
    known.changedAt = at;
  }

  async write(entry: BatchEntry): Promise<void> {
    await this.writeAll([entry]);
  }

  async writeAll(entries: readonly BatchEntry[]): Promise<void> {
    for (const entry of entries) this.#put(entry);
  }

  #put({ batch, after, begunAt: first, outcomes, at }: BatchEntry): void {
    const { seq, kind, lane, origins } = batch;
    const begunAt = this.#batches.get(seq)?.begunAt ?? first ?? at;
    this.#batches.set(seq, { seq, kind, lane, begunAt, ...after });
    const known = this.#lane(kind, lane);
    known.changedAt = at;
    if (after.state === 'settled') known.settled = Math.max(known.settled, seq);
    const stored = this.#outcomes.get(seq) ?? new Map<number, StoredOutcome>();
    this.#outcomes.set(seq, stored);
    for (const outcome of outcomes) {
      const { position } = outcome;
      const before = stored.get(position);
      if (outcome.code !== '')
        stored.set(position, { ...outcome, seq, kind, ...origins[position]! });
      else if (before !== undefined) stored.set(position, { ...before, outcome: outcome.outcome });
    }
  }

  async batch(seq: number): Promise<StoredBatch | undefined> {
    const batch = this.#batches.get(seq);
    if (batch === undefined) return undefined;
    const { lane, state, marks, attempts, begunAt } = batch;
    return { lane, state, marks, attempts, begunAt };
  }

  async latestSettled(kind: Kind, count: number): Promise<readonly SettledBatch[]> {
    return this.#inOrder()
      .toReversed()
      .filter((batch) => batch.kind === kind && batch.state === 'settled')
      .slice(0, count)
      .map(({ seq, marks }) => ({ seq, marks }));
  }

  async outcomeOf(kind: Kind, id: string): Promise<StoredOutcome | undefined> {
    return this.#allOutcomes().find((outcome) => outcome.kind === kind && outcome.id === id);
  }

  async lostUsersAndGroups(): Promise<readonly StoredOutcome[]> {
    return this.#allOutcomes().filter(
      ({ kind, outcome }) =>
        (referredKinds as readonly Kind[]).includes(kind) &&
        (outcome === 'failed' || outcome === 'skipped'),
    );
  }

  async differing(count: number): Promise<readonly StoredOutcome[]> {
    return this.#allOutcomes()
      .filter(({ outcome, code }) => outcome === 'present' && code === 'PRESENT_DIFFERS')
      .slice(0, count);
  }

  #lane(kind: Kind, lane: number): Lane {
    const key = `${kind} ${lane}`;
    const known = this.#lanes.get(key) ?? { ...noLane };
    this.#lanes.set(key, known);
    return known;
  }

  #inOrder(): Batch[] {
    return [...this.#batches.values()].toSorted((one, other) => one.seq - other.seq);
  }

  #allOutcomes(): StoredOutcome[] {
    return this.#inOrder().flatMap(({ seq }) =>
      [...(this.#outcomes.get(seq)?.values() ?? [])].toSorted(
        (one, other) => one.position - other.position,
      ),
    );
  }
}
