import { type Batch, entryOf } from '@chatferry/planner';
import type { BatchMarks, LoggedTrouble, RecordOutcome } from '../ledger/batch-entry.ts';
import type { OpenResult, RecordResult } from '../answers/answer-action.ts';
import type { LedgerStore, OpenBatch } from '../ledger/ledger-store.ts';
import { countMarks, type Mark, outcomeOf, positionsOf, presentMark } from '../ledger/marks.ts';
import { combined } from '../terms/outcome-counts.ts';
import type { Outcome, OutcomeCounts } from '../terms/outcome.ts';
import { differingText } from '../comparing/differing-text.ts';
import type { Trouble } from '../terms/trouble.ts';
import { openOutcomes } from './decide.ts';
import type { LaneIntent } from './lane-intent.ts';
import type { Part } from './part.ts';

type Why = Omit<RecordOutcome, 'position' | 'id' | 'outcome'>;

/** When a record landed in a retry, the ledger keeps why it had not landed at first. */
const LANDED: Why = { code: '', message: '', attempts: 0, mayHaveLanded: false };

/** Records that an answer leaves open, by position. */
export type OpenRecords = ReadonlyMap<number, OpenResult>;

/** Called when a retry has moved a record from one outcome to another. */
export type OnChange = (from: Outcome, to: Outcome) => void;

/** One batch in progress: what is known of its records, and which part of that the ledger has. The only writer of outcomes. */
export class BatchProgress {
  readonly batch: Batch;
  readonly #ledger: LedgerStore;
  readonly #onChange: OnChange;
  readonly #before: Promise<void> | undefined;
  readonly #marks: Mark[];
  /** Records that a request of an earlier run may have stored. */
  readonly #mayBeThere: ReadonlySet<number>;
  /** The positions in `#mayBeThere` that a retry asks for. */
  readonly #wantedAgain: ReadonlySet<number>;
  /** By position, the earlier outcomes of records that are now sent again. */
  readonly #earlier: ReadonlyMap<number, Outcome>;
  readonly #storedAtFirst: BatchMarks | undefined;
  #stored: BatchMarks | undefined;
  #begunAt: number | undefined;
  #attempts: number;
  #outcomes: RecordOutcome[] = [];
  #troubles: LoggedTrouble[] = [];
  readonly #refusals: Trouble[] = [];
  #others = 0;
  #requests = 0;
  #news = false;

  /**
   * @param known what the ledger knows of the batch; `undefined` when it was never begun
   * @param before rejects when the previous batch cannot be settled. Then nothing is written: a lane resumes after its last batch
   */
  constructor(
    batch: Batch,
    known: Pick<OpenBatch, 'stored' | 'outcomes'> | undefined,
    ledger: LedgerStore,
    onChange: OnChange,
    before: Promise<void> | undefined,
  ) {
    this.batch = batch;
    this.#ledger = ledger;
    this.#onChange = onChange;
    this.#before = before;
    const stored = known?.stored;
    this.#storedAtFirst = this.#stored = stored;
    this.#begunAt = stored?.begunAt;
    this.#attempts = stored?.attempts ?? 0;
    this.#marks = (stored?.marks ?? '.'.repeat(batch.records)).split('') as Mark[];
    this.#mayBeThere = new Set(positionsOf(this.#marks, 'u', 'r'));
    this.#wantedAgain = new Set(positionsOf(this.#marks, 'r'));
    this.#earlier = new Map(
      (known?.outcomes ?? []).map(({ position, outcome }) => [position, outcome]),
    );
  }

  /** Records that have to be sent. */
  due(): number[] {
    return positionsOf(this.#marks, '.', 'u', 'r');
  }

  /** When the batch was first about to be sent, milliseconds since 1970; `undefined` before that. */
  get begunAt(): number | undefined {
    return this.#begunAt;
  }

  /** Whether a request of an earlier run may have stored one of these records. */
  mayBeThere(positions: readonly number[]): boolean {
    return positions.some((position) => this.#mayBeThere.has(position));
  }

  /** Whether a retry asks for one of these records, which may be present. */
  isWantedAgain(positions: readonly number[]): boolean {
    return positions.some((position) => this.#wantedAgain.has(position));
  }

  /** Requests made with records of this batch, in all runs. */
  get attempts(): number {
    return this.#attempts;
  }

  /** Requests that this run has made for the batch. */
  get requests(): number {
    return this.#requests;
  }

  /** What this run has found out about records of the batch. Records that it did not send do not count. */
  get newOutcomes(): { readonly refusals: readonly Trouble[]; readonly others: number } {
    return { refusals: this.#refusals, others: this.#others };
  }

  /** What this run changes in the counts once the batch is settled. */
  get change(): OutcomeCounts {
    const now = countMarks(this.#marks, 'settled');
    const { marks = '', state = 'open' } = this.#storedAtFirst ?? {};
    return combined(now, countMarks(marks, state), -1);
  }

  /** Writes to disk that these records are about to be sent, unless the ledger has this already. */
  async intend(positions: readonly number[], at: number): Promise<void> {
    if (!this.#markSent(positions, at)) return;
    await this.#save('open', at);
  }

  /** Writes to disk that the batch is about to be sent, unless the ledger has this already. */
  async intendAll(positions: readonly number[], intent: LaneIntent, at: number): Promise<void> {
    if (!this.#markSent(positions, at)) return;
    // Without marks, a later run takes all records of the batch for sent.
    const isWhole = this.#stored === undefined && positions.length === this.batch.records;
    if (isWhole) await intent.cover(this.batch.seq, at);
    else await this.#save('open', at);
  }

  sent(): void {
    this.#attempts++;
    this.#requests++;
    this.#news = true;
  }

  created(position: number): void {
    this.#others++;
    this.#mark(position, 'c');
  }

  /** @param part was sent and answered with "already exists" */
  present(position: number, part: Pick<Part, 'mayHaveLanded'>): void {
    this.#others++;
    const mayHaveLanded = part.mayHaveLanded || this.#mayBeThere.has(position);
    this.#mark(position, presentMark(mayHaveLanded));
  }

  /** The record was found in the service before it was sent, and stays as it is. @param fields names of the fields that differ */
  foundBefore(position: number, fields: readonly string[]): void {
    if (!this.due().includes(position)) return;
    if (fields.length === 0) this.#mark(position, 'e');
    else this.#mark(position, 'd', { ...differingText(fields), attempts: 0, mayHaveLanded: false });
  }

  failed(position: number, trouble: Trouble, attempts: number, mayHaveLanded: boolean): void {
    this.#refusals.push(trouble);
    this.#mark(position, 'f', { ...trouble, attempts, mayHaveLanded });
  }

  unresolved(position: number, trouble: Trouble, attempts: number): void {
    this.#others++;
    this.#mark(position, 'u', { ...trouble, attempts, mayHaveLanded: true });
  }

  /** @param cause the record that blocks it, as `kind:id` */
  skipped(position: number, trouble: Trouble, cause: string): void {
    this.#mark(position, 's', { ...trouble, attempts: 0, mayHaveLanded: false, cause });
  }

  /** Records what an answer reports about the records of a part. @returns the records that the answer leaves open */
  recordResults(part: Part, results: readonly RecordResult[]): OpenRecords {
    const open = new Map<number, OpenResult>();
    for (const [index, position] of part.positions.entries()) {
      const result = results[index]!;
      if (result.is === 'created') this.created(position);
      else if (result.is === 'present') this.present(position, part);
      else if (result.is === 'open') open.set(position, result);
      else this.failed(position, result.trouble, part.attempts, false);
    }
    return open;
  }

  /** Gives up records that answers leave open again and again. @returns the positions still to be sent */
  settleOpen(open: OpenRecords, attempts: number): number[] {
    const left: number[] = [];
    for (const [position, { because, trouble }] of open) {
      const outcome = openOutcomes[because];
      if (outcome === 'failed') this.failed(position, trouble, attempts, true);
      else if (outcome === 'unresolved') this.unresolved(position, trouble, attempts);
      else left.push(position);
    }
    return left;
  }

  /** A request for some of the records got no good answer. */
  troubled(records: number, trouble: Trouble): void {
    this.#troubles.push({ records, ...trouble });
    this.#news = true;
  }

  /** Writes new results to disk, if there are any. */
  async save(at: number): Promise<void> {
    if (this.#news) await this.#save('open', at);
  }

  async settle(at: number): Promise<void> {
    await this.#save('settled', at);
  }

  /** @returns whether any of the records was not marked before */
  #markSent(positions: readonly number[], at: number): boolean {
    this.#begunAt ??= at;
    let isNews = false;
    for (const position of positions) {
      isNews ||= this.#marks[position] !== 'u';
      this.#marks[position] = 'u';
    }
    return isNews;
  }

  #mark(position: number, mark: Mark, why?: Why): void {
    this.#marks[position] = mark;
    this.#news = true;
    const from = this.#earlier.get(position);
    // A record that simply lands has a mark and no row.
    if (why === undefined && from === undefined) return;
    const outcome = outcomeOf(mark)!;
    const { id } = entryOf(this.batch, position);
    this.#outcomes.push({ position, id, outcome, ...(why ?? LANDED) });
    if (from !== undefined && from !== outcome) this.#onChange(from, outcome);
  }

  async #save(state: 'open' | 'settled', at: number): Promise<void> {
    await this.#before;
    const { batch } = this;
    const before = this.#stored;
    const after = { state, marks: this.#marks.join(''), attempts: this.#attempts };
    const outcomes = this.#outcomes;
    const troubles = this.#troubles;
    this.#outcomes = [];
    this.#troubles = [];
    this.#news = false;
    const begunAt = this.#begunAt;
    await this.#ledger.write({ batch, before, after, begunAt, outcomes, troubles, at });
    this.#stored = after;
  }
}
