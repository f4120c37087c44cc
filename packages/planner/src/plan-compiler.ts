import { type Kind, kinds, kindsInOrder, type RecordBlock } from '@chatferry/contract';
import { batchBytes } from './batching/batch-cutter.ts';
import type { BatchSink } from './batching/batch-sink.ts';
import { cutBatches, largestBatch, type PlanProgress } from './batching/cut-batches.ts';
import { canCutEarly, EarlyBatches } from './batching/early-batches.ts';
import { Checker } from './checking/checker.ts';
import { placeholderKind } from './checking/placeholders.ts';
import type { DroppedField } from './plan/dropped-field.ts';
import { PlanError } from './plan/plan-error.ts';
import { checkRules, type PlanRules } from './plan/plan-rules.ts';
import type { PlanSummary } from './plan/plan-summary.ts';
import type { Provenance } from './plan/provenance.ts';
import type { Reject } from './plan/reject.ts';
import type { RecordSpool } from './spool/record-spool.ts';
import { RunBuffer } from './spool/run-buffer.ts';
import { BatchWriter } from './writing/batch-writer.ts';
import { BuildFolder, planFileIn, workFileIn } from './writing/build-folder.ts';
import { completePlan } from './writing/complete-plan.ts';
import { diskFull, freeBytes, inGigabytes, isDiskFull } from './writing/disk-full.ts';
import { ThreadedBatchWriter } from './writing/threaded-batch-writer.ts';

export type { PlanProgress } from './batching/cut-batches.ts';

/*
 * The whole compilation:
 *
 *   lock the build folder, and remove what a killed attempt left in it
 *   for each kind in the order of sending:              users, groups, members, messages, deactivations
 *     for each block of the kind's rows:
 *       for each record: check what it refers to, and reject it or spool it     checking/, spool/
 *       if its rule allows: cut the record into a batch now                     batching/early-batches
 *     merge or reject the records that share an id; reject what depends on them
 *   make the records that derive from others, such as deactivations from users
 *   for each kind that was not cut early:
 *     read its records back, messages in order of time
 *     cut them into batches, a conversation always in the same lane             batching/
 *     write the batches, large plans in a second thread                         writing/
 *   write causes, changed ids, inputs and summary into the plan
 *   sync the plan to disk, and rename it to its path
 */

/** Bytes of records from which on batches are written in another thread. */
const THREAD_FROM_BYTES = 32 * 1024 * 1024;
/** Bytes of a plan file for each byte of its records, and for each record. */
const PLAN_FACTOR = 1.06;
const PLAN_BYTES_PER_RECORD = 24;

/** The spooled records of a kind. */
interface SpooledKind {
  readonly spool: RecordSpool;
  /** The batches of a kind that is cut while its records come in. */
  readonly early: EarlyBatches | undefined;
}

/**
 * Compiles judged records into a plan, in memory that does not grow with the number of messages.
 *
 * The plan appears at its path only when it is complete; until then all files are in the folder `PATH.building`, which
 * takes at most about a sixth more disk space than the plan. Files of an earlier attempt are removed from it.
 *
 * The same blocks in the same order with the same rules result in the same plan. Therefore add the inputs of a kind
 * in a fixed order, such as by name, and not in the order in which the operator typed them. Messages with different
 * times result in the same plan in any order.
 *
 * @example
 * using compiler = new PlanCompiler('job/plan.sqlite', rules, (reject) => console.log(reject.message));
 * for (const block of userBlocks) compiler.add(block);
 * for (const block of messageBlocks) compiler.add(block);
 * const summary = compiler.finish({ inputs: [], config: {}, version: '0.1.0' });
 */
export class PlanCompiler implements Disposable {
  readonly #rules: PlanRules;
  readonly #folder: BuildFolder;
  readonly #checker: Checker;
  /** Serve all kinds, one after the other. */
  readonly #buffers: readonly [RunBuffer, RunBuffer] = [new RunBuffer(), new RunBuffer()];
  readonly #kinds = new Map<Kind, SpooledKind>();
  #sink: BatchSink | undefined;
  #kind: Kind | undefined;
  #isSpent = false;

  /**
   * @param path of the plan; a plan that is there stays until this one is finished
   * @param onReject gets every problem of every row that will not be planned
   * @param inputBytes about the size of the inputs; of large ones, batches are written while rows come in
   * @param onDropped gets every optional field that was left out of a record
   * @throws {PlanError} `busy` or `disk-full`
   * @throws {RangeError} for rules that no plan can be made with
   */
  constructor(
    path: string,
    rules: PlanRules,
    onReject: (reject: Reject) => void,
    inputBytes = 0,
    onDropped: (dropped: DroppedField) => void = () => {},
  ) {
    checkRules(rules);
    this.#rules = rules;
    this.#folder = new BuildFolder(path);
    const { path: folder } = this.#folder;
    try {
      this.#checker = new Checker(folder, workFileIn(folder), rules, onReject, onDropped);
      if (inputBytes >= THREAD_FROM_BYTES && canCutEarly(rules))
        this.#sink = this.#openThread(batchBytes('messages', Infinity, rules));
    } catch (error) {
      this.#folder[Symbol.dispose]();
      throw isDiskFull(error) ? diskFull(folder, 'the first file cannot be written', error) : error;
    }
  }

  /**
   * Takes in a block, which may be reused afterwards. Kinds come in the order of `kindsInOrder`: the first block of a
   * later kind closes the earlier ones.
   *
   * @throws {PlanError} `wrong-order` or `disk-full`; the compiler cannot be used afterwards
   */
  add(block: RecordBlock): void {
    try {
      this.#enter(block.kind);
      this.#checker.tallies[block.kind].made += block.parts.length;
      this.#checker.take(this.#checker.twoPersonGroups.redirect(block));
    } catch (error) {
      const planError = this.#asPlanError(error);
      this[Symbol.dispose]();
      throw planError;
    }
  }

  /**
   * Makes the batches and puts the plan at its path.
   *
   * @throws {PlanError} `disk-full`; the compiler cannot be used afterwards
   */
  finish(provenance: Provenance): PlanSummary {
    const steps = this.finishing(provenance);
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
    }
  }

  /** The same as `finish`, step by step: for callers that show progress or have to stay interruptible. */
  *finishing(provenance: Provenance): Generator<PlanProgress, PlanSummary> {
    const checker = this.#checker;
    try {
      this.#addDerived();
      this.#enter(undefined);
      if (!this.#kinds.has(placeholderKind)) this.#open(placeholderKind); // There may be placeholders without users.
      this.#checkFreeSpace();
      const groups = this.#kinds.get('groups');
      if (groups !== undefined) checker.warnOfLargeGroups(groups.spool);
      const sink = (this.#sink ??= this.#openSink());
      for (const kind of kindsInOrder) {
        const spooled = this.#kinds.get(kind);
        if (spooled === undefined) continue;
        if (spooled.early === undefined) yield* this.#cut(spooled.spool, sink);
        spooled.spool[Symbol.dispose]();
      }
      const facts = checker.finish(provenance.inputs);
      const { path } = this.#folder;
      const summary = completePlan(path, this.#rules, facts, sink.finish(), provenance);
      this.#folder.publish();
      return summary;
    } catch (error) {
      throw this.#asPlanError(error);
    } finally {
      this[Symbol.dispose]();
    }
  }

  /** Removes everything that was built, unless the plan is finished. */
  [Symbol.dispose](): void {
    this.#isSpent = true;
    this.#sink?.[Symbol.dispose]();
    for (const { spool } of this.#kinds.values()) spool[Symbol.dispose]();
    this.#checker[Symbol.dispose]();
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
    if (kind !== undefined) this.#open(kind);
  }

  #open(kind: Kind): void {
    const early =
      this.#sink !== undefined && this.#checker.isSureWhenKept(kind) && canCutEarly(this.#rules)
        ? new EarlyBatches(kind, this.#rules, this.#sink)
        : undefined;
    this.#kinds.set(kind, { spool: this.#checker.open(kind, this.#buffers, early), early });
  }

  #close(kind: Kind): void {
    this.#checker.close();
    const { spool, early } = this.#kinds.get(kind)!;
    // Groups are read again: there may be warnings about large ones.
    if (early !== undefined && kinds[kind].hasMembers !== true) spool[Symbol.dispose]();
  }

  /** Takes in the records that are made from those of other kinds. */
  #addDerived(): void {
    const { derived, tallies } = this.#checker;
    if (derived.count === 0) return;
    for (const kind of kindsInOrder) {
      const { derivedFrom } = kinds[kind];
      if (derivedFrom === undefined) continue;
      this.#enter(kind);
      const { dropped } = this.#kinds.get(derivedFrom.kind)!.spool;
      for (const block of derived.blocks(kind, dropped)) {
        tallies[kind].made += block.records;
        this.#checker.take(block);
      }
    }
  }

  #cut(spool: RecordSpool, sink: BatchSink): Generator<PlanProgress> {
    const { kind } = spool;
    const { twoPersonGroups, tallies, placeholders } = this.#checker;
    const isLeftOut = (wire: Uint8Array): boolean => {
      const isReplaced = twoPersonGroups.replaces(kind, wire);
      if (isReplaced) tallies[kind].merged++;
      return isReplaced;
    };
    const records = placeholders.records((uid) => this.#checker.placeholderName(uid));
    const madeUp = kinds[kind].hasPlaceholders === true ? records : [];
    // No more blocks come in, so the memory of a buffer is free.
    const memory = this.#buffers[0].bytes;
    return cutBatches({ spool, isLeftOut, placeholders: madeUp, memory }, this.#rules, sink);
  }

  /** Chooses a second thread when there is much to write. */
  #openSink(): BatchSink {
    const spools = [...this.#kinds.values()].map(({ spool }) => spool);
    const bytes = spools.reduce((sum, { bodies }) => sum + bodies.bytes, 0);
    if (bytes < THREAD_FROM_BYTES) return new BatchWriter(planFileIn(this.#folder.path));
    return this.#openThread(Math.max(...spools.map((spool) => largestBatch(spool, this.#rules))));
  }

  /** @param bytes of a batch, at most */
  #openThread(bytes: number): BatchSink {
    const records = this.#rules.recordsPerRequest;
    const file = planFileIn(this.#folder.path);
    return new ThreadedBatchWriter(file, { kinds: kindsInOrder, records, bytes });
  }

  /** Fails before the long work when the disk has too little free space for it. */
  #checkFreeSpace(): void {
    const released = this.#notCut().reduce((sum, spool) => sum + spool.releasedWhileReading, 0);
    const needed = this.#planBytes() - released;
    const { path } = this.#folder;
    const free = freeBytes(path);
    if (free < needed)
      throw diskFull(
        path,
        `the plan takes ${inGigabytes(needed)} more, ${inGigabytes(free)} are free`,
      );
  }

  /** Bytes that the records that are not in a batch yet will take in the plan. */
  #planBytes(): number {
    return this.#notCut().reduce(
      (sum, { bodies, records }) =>
        sum + bodies.bytes * PLAN_FACTOR + records * PLAN_BYTES_PER_RECORD,
      0,
    );
  }

  #notCut(): RecordSpool[] {
    return [...this.#kinds.values()].flatMap(({ spool, early }) =>
      early === undefined ? [spool] : [],
    );
  }

  #asPlanError(error: unknown): unknown {
    if (!isDiskFull(error)) return error;
    const needed = inGigabytes(this.#planBytes());
    const more = `in addition to the work files so far, the plan of the rows taken in needs ${needed} more`;
    return diskFull(this.#folder.path, more, error);
  }
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
