import { type Kind, kindsInOrder, type RecordBlock } from '@chatferry/contract';
import { batchRoom } from './compile/batch-cutter.ts';
import type { BatchSink } from './compile/batch-sink.ts';
import { BatchWriter } from './compile/batch-writer.ts';
import { BuildFolder, planFileIn } from './compile/build-folder.ts';
import { type CompileParts, partsFor } from './compile/compile-parts.ts';
import { completePlan } from './compile/complete-plan.ts';
import { cutBatches, type PlanProgress, roomPerBatch } from './compile/cut-batches.ts';
import { canCutEarly } from './compile/early-batches.ts';
import { KindIntake } from './compile/kind-intake.ts';
import { warnOfLargeGroups } from './compile/large-groups.ts';
import { freeBytes, inGigabytes, isNoRoom, noRoom } from './compile/room.ts';
import { ThreadedBatchWriter } from './compile/threaded-batch-writer.ts';
import { PlanError } from './plan-error.ts';
import type { PlanRules } from './plan-rules.ts';
import type { PlanSummary } from './plan-summary.ts';
import type { Provenance } from './provenance.ts';
import type { Reject } from './reject.ts';

export type { PlanProgress } from './compile/cut-batches.ts';

/** Bytes of records above which batches are written in another thread. */
const THREAD_FROM_BYTES = 32 * 1024 * 1024;
/** Bytes of a plan file for each byte of its records, and besides for each record. */
const PLAN_FACTOR = 1.06;
const PLAN_BYTES_PER_RECORD = 24;

/**
 * Makes a plan out of judged records, in memory that does not grow with the messages.
 *
 * The plan appears at its path only when it is complete; until then everything lies in the folder `PATH.building`
 * beside it, which at its largest takes about a sixth more room than the plan. What an earlier attempt left there is removed.
 *
 * The same blocks in the same order with the same rules make the same plan; so hand the inputs of a kind over in an
 * order of your own, such as by name, and not in the order somebody happened to type them. Messages whose times
 * differ come out the same in whatever order they come in.
 */
export class PlanCompiler implements Disposable {
  readonly #folder: BuildFolder;
  readonly #parts: CompileParts;
  readonly #intakes = new Map<Kind, KindIntake>();
  #sink: BatchSink | undefined;
  #kind: Kind | undefined;
  #isSpent = false;

  /**
   * @param path of the plan; a plan that is there already stays until this one is finished
   * @param onReject gets every problem of every row that will not be planned
   * @param inputBytes what the rows take up about where they come from; of many, batches are written while rows come in
   * @throws {PlanError} `busy` or `disk-full`
   * @throws {RangeError} for rules that no plan can be made with
   */
  constructor(path: string, rules: PlanRules, onReject: (reject: Reject) => void, inputBytes = 0) {
    checkRules(rules);
    this.#folder = new BuildFolder(path);
    try {
      this.#parts = partsFor(this.#folder.path, rules, onReject);
      if (inputBytes >= THREAD_FROM_BYTES && canCutEarly(rules))
        this.#sink = this.#openThread(batchRoom('messages', Infinity, rules));
    } catch (error) {
      this.#folder[Symbol.dispose]();
      throw isNoRoom(error) ? noRoom(this.#folder.path, 'it cannot even be begun', error) : error;
    }
  }

  /**
   * Takes in a block, which may be used again afterwards. Kinds come in the order of `kindsInOrder`: the first block
   * of a later kind closes the earlier ones.
   *
   * @throws {PlanError} `wrong-order` or `disk-full`; the compiler is then of no more use
   */
  add(block: RecordBlock): void {
    this.#orGiveUp(() => {
      this.#enter(block.kind);
      this.#parts.tallies[block.kind].made += block.parts.length;
      this.#intakes.get(block.kind)!.take(this.#parts.twoPersonGroups.redirect(block));
    });
  }

  /**
   * Makes the batches and puts the plan in its place.
   *
   * @throws {PlanError} `disk-full`; the compiler is then of no more use
   */
  finish(provenance: Provenance): PlanSummary {
    const steps = this.finishing(provenance);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /** The same as `finish` step by step, for callers that show progress or have to stay interruptible. */
  *finishing(provenance: Provenance): Generator<PlanProgress, PlanSummary> {
    try {
      this.#enter(undefined);
      this.#checkRoom();
      const intakes = this.#intakesInOrder();
      const groups = this.#intakes.get('groups');
      if (groups !== undefined) warnOfLargeGroups(groups, this.#parts);
      const sink = (this.#sink ??= this.#openSink());
      for (const [kind, intake] of intakes) {
        if (!intake.cutsEarly) yield* cutBatches(kind, intake, this.#parts, sink);
        intake.spool[Symbol.dispose]();
      }
      const summary = completePlan(this.#parts, sink.finish(), provenance);
      this.#folder.publish();
      return summary;
    } catch (error) {
      throw this.#inWords(error);
    } finally {
      this[Symbol.dispose]();
    }
  }

  /** Removes everything that was built, unless the plan is finished. */
  [Symbol.dispose](): void {
    this.#isSpent = true;
    this.#sink?.[Symbol.dispose]();
    for (const intake of this.#intakes.values()) intake[Symbol.dispose]();
    if (this.#parts.work.isOpen) this.#parts.work.close();
    this.#folder[Symbol.dispose]();
  }

  /** @param kind the next one; undefined when no more will come */
  #enter(kind: Kind | undefined): void {
    if (this.#isSpent) throw wrongOrder('The compiler has finished or given up.');
    if (kind === this.#kind && kind !== undefined) return;
    if (kind !== undefined && this.#kind !== undefined && isBefore(kind, this.#kind))
      throw wrongOrder(`A block of ${kind} came after one of ${this.#kind}.`);
    if (this.#kind !== undefined) this.#close(this.#kind);
    this.#kind = kind;
    if (kind !== undefined) this.#intakes.set(kind, new KindIntake(kind, this.#parts, this.#sink));
  }

  #close(kind: Kind): void {
    const intake = this.#intakes.get(kind)!;
    intake.close();
    if (intake.cutsEarly && kind !== 'groups') intake.spool[Symbol.dispose]();
    if (kind === 'members' && this.#parts.rules.twoPersonGroups === 'direct')
      this.#parts.twoPersonGroups.find(intake.spool, intake.dropped);
  }

  /** Users come first even when no row told of one, as there may be placeholders. */
  #intakesInOrder(): [Kind, KindIntake][] {
    if (!this.#intakes.has('users'))
      this.#intakes.set('users', new KindIntake('users', this.#parts));
    return kindsInOrder.flatMap((kind) => {
      const intake = this.#intakes.get(kind);
      return intake === undefined ? [] : [[kind, intake] as [Kind, KindIntake]];
    });
  }

  /** A thread of its own pays for itself when there is much to write. */
  #openSink(): BatchSink {
    const { folder, rules } = this.#parts;
    const spools = [...this.#intakes.values()].map(({ spool }) => spool);
    const bytes = spools.reduce((sum, { bodies }) => sum + bodies.bytes, 0);
    if (bytes < THREAD_FROM_BYTES) return new BatchWriter(planFileIn(folder));
    return this.#openThread(Math.max(...spools.map((spool) => roomPerBatch(spool, rules))));
  }

  /** @param bytes of a batch, at most */
  #openThread(bytes: number): BatchSink {
    const { folder, rules } = this.#parts;
    const records = rules.recordsPerRequest;
    return new ThreadedBatchWriter(planFileIn(folder), { kinds: kindsInOrder, records, bytes });
  }

  /** Says before the long work that the disk will not do. */
  #checkRoom(): void {
    const givenBack = this.#waiting().reduce((sum, { spool }) => sum + spool.givenBack, 0);
    const needed = this.#planBytes() - givenBack;
    const free = freeBytes(this.#folder.path);
    if (free < needed)
      throw noRoom(
        this.#folder.path,
        `the plan takes ${inGigabytes(needed)} more, ${inGigabytes(free)} are free`,
      );
  }

  /** What those records taken in so far will take in the plan that are not in a batch yet. */
  #planBytes(): number {
    return this.#waiting().reduce(
      (sum, { spool }) =>
        sum + spool.bodies.bytes * PLAN_FACTOR + spool.records * PLAN_BYTES_PER_RECORD,
      0,
    );
  }

  /** Those with records that are not in a batch yet. */
  #waiting(): KindIntake[] {
    return [...this.#intakes.values()].filter(({ cutsEarly }) => !cutsEarly);
  }

  #orGiveUp(work: () => void): void {
    try {
      work();
    } catch (error) {
      const inWords = this.#inWords(error);
      this[Symbol.dispose]();
      throw inWords;
    }
  }

  #inWords(error: unknown): unknown {
    if (!isNoRoom(error)) return error;
    const needed = inGigabytes(this.#planBytes());
    return noRoom(
      this.#folder.path,
      `besides the work files so far, the plan of the rows taken in needs ${needed} more`,
      error,
    );
  }
}

function checkRules({ recordsPerRequest, maxRequestBytes, lanes }: PlanRules): void {
  if (!(recordsPerRequest >= 1)) throw new RangeError('recordsPerRequest must be 1 or more');
  if (!(maxRequestBytes >= 1024)) throw new RangeError('maxRequestBytes must be 1024 or more');
  if (!(lanes >= 1 && lanes <= 1024)) throw new RangeError('lanes must be from 1 to 1024');
}

function isBefore(kind: Kind, other: Kind): boolean {
  return kindsInOrder.indexOf(kind) < kindsInOrder.indexOf(other);
}

function wrongOrder(message: string): PlanError {
  const order = kindsInOrder.join(', ');
  return new PlanError(
    'wrong-order',
    message,
    `Add blocks in the order ${order}, then finish once.`,
  );
}
