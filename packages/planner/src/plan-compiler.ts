import {
  type ContestedIds,
  type Kind,
  kinds,
  kindsInOrder,
  type RecordBlock,
} from '@chatferry/contract';
import { batchBytes } from './batching/batch-cutter.ts';
import type { BatchSink } from './batching/batch-sink.ts';
import { cutChanges } from './batching/cut-changes.ts';
import { cutBatches, type PlanProgress } from './batching/cut-batches.ts';
import { canCutEarly, EarlyBatches } from './batching/early-batches.ts';
import { Checker } from './checking/checker.ts';
import { countBlock, countMade } from './checking/row-tally.ts';
import type { EarlierSource } from './earlier/earlier-job.ts';
import { EarlierComparison } from './earlier-comparison.ts';
import type { DroppedField } from './plan/dropped-field.ts';
import { checkOrder, wrongOrder } from './plan/block-order.ts';
import { replacedRecords } from './replaced-records.ts';
import { checkRules, type PlanRules } from './plan/plan-rules.ts';
import type { PlanSummary } from './plan/plan-summary.ts';
import type { Provenance } from './plan/provenance.ts';
import type { Reject } from './plan/reject.ts';
import type { RecordSpool } from './spool/record-spool.ts';
import { SpooledKinds } from './spooled-kinds.ts';
import { BuildFolder, workFileIn } from './writing/build-folder.ts';
import { completePlan } from './writing/complete-plan.ts';
import { isLarge } from './storage/is-large.ts';
import { openSink, openThread } from './writing/open-sink.ts';
import { buildError, startError } from './writing/build-error.ts';
import { checkFreeSpace } from './writing/plan-space.ts';

/**
 * Compiles judged records into a plan, in memory that does not grow with the number of messages.
 *
 * The plan appears at its path only when it is complete. Until then all files are in the folder `PATH.building`, which
 * needs at most about a sixth more disk space than the plan.
 *
 * The same blocks in the same order with the same rules result in the same plan. Therefore add the inputs of a kind
 * in a fixed order, such as by name, and not in the order in which the operator typed them. Messages with different
 * times result in the same plan in any order.
 */
export class PlanCompiler implements Disposable {
  readonly #rules: PlanRules;
  readonly #folder: BuildFolder;
  readonly #checker: Checker;
  readonly #kinds: SpooledKinds;
  readonly #earlier: EarlierComparison | undefined;
  #sink: BatchSink | undefined;
  #kind: Kind | undefined;
  #isSpent = false;

  /**
   * @param path of the plan; an existing plan stays until this one is finished
   * @param onReject called with every problem of every row that will not be planned
   * @param inputBytes approximate size of the inputs; for large ones, batches are written while rows are read
   * @param onDropped called with every optional field that was dropped from a record
   * @param earlier a job whose landed records are not planned again
   * @throws {PlanError} `busy` or `disk-full`
   * @throws {RangeError} for invalid rules
   */
  constructor(
    path: string,
    rules: PlanRules,
    onReject: (reject: Reject) => void,
    inputBytes = 0,
    onDropped: (dropped: DroppedField) => void = () => {},
    earlier?: EarlierSource,
  ) {
    checkRules(rules);
    this.#rules = rules;
    this.#folder = new BuildFolder(path);
    const { path: folder } = this.#folder;
    try {
      const onEachReject = (reject: Reject): void => {
        this.#earlier?.noteReject(reject);
        onReject(reject);
      };
      this.#checker = new Checker(folder, workFileIn(folder), rules, onEachReject, onDropped);
      this.#kinds = new SpooledKinds(this.#checker);
      if (earlier !== undefined)
        this.#earlier = new EarlierComparison(folder, this.#checker, earlier, rules);
      else if (isLarge(inputBytes) && canCutEarly(rules))
        this.#sink = openThread(folder, rules, batchBytes('messages', Infinity, rules));
    } catch (error) {
      this.#folder[Symbol.dispose]();
      throw startError(folder, error);
    }
  }

  /**
   * Ends the kinds before this one. Call it before rows of the kind are judged.
   *
   * @returns the ids of the kinds before that belong to one of several records
   * @throws {PlanError} `wrong-order` or `disk-full`; the compiler cannot be used afterwards
   */
  begin(kind: Kind): ContestedIds {
    this.#guard(() => {
      this.#earlier?.takeRead();
      this.#addDerivedBefore(kind);
      this.#enter(kind);
    });
    return this.#checker.ownIds.contested;
  }

  /**
   * Adds the records of a block, which may be reused afterwards. Kinds must come in the order of `kindsInOrder`.
   *
   * @throws {PlanError} `wrong-order` or `disk-full`; the compiler cannot be used afterwards
   */
  add(block: RecordBlock): void {
    this.begin(block.kind);
    this.#guard(() => {
      countBlock(this.#checker.tallies[block.kind], block);
      this.#checker.take(this.#checker.twoPersonGroups.redirect(block));
    });
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

  /** The same as `finish`, step by step: for callers that show progress or must stay interruptible. */
  *finishing(provenance: Provenance): Generator<PlanProgress, PlanSummary> {
    const checker = this.#checker;
    try {
      if (checker.making.records.counts.has('users')) checker.derived.noteMade('users');
      this.#addDerivedBefore(undefined);
      this.#enter(undefined);
      checker.release();
      checker.makeRoles();
      // Planning can make roles, users, groups and memberships of an export that has none.
      for (const kind of checker.making.records.counts.keys())
        if (this.#kinds.get(kind) === undefined) this.#open(kind);
      const { path } = this.#folder;
      const { notCut } = this.#kinds;
      checkFreeSpace(path, notCut);
      const groups = this.#kinds.get('groups');
      if (groups !== undefined) checker.warnOfLargeGroups(groups.spool);
      const mostBytes = Math.max(checker.making.mostBytes, this.#earlier?.mostBytes(notCut) ?? 0);
      const sink = (this.#sink ??= openSink(path, this.#rules, notCut, mostBytes));
      for (const kind of kindsInOrder) {
        const spooled = this.#kinds.get(kind);
        this.#earlier?.compare(kind, spooled?.spool);
        if (spooled !== undefined && spooled.early === undefined)
          yield* this.#cut(spooled.spool, sink);
        spooled?.spool[Symbol.dispose]();
        this.#earlier?.settleGone(kind, provenance.inputs);
      }
      const delta = this.#earlier?.finish(provenance.inputs);
      if (this.#earlier !== undefined) cutChanges(this.#earlier.changes, this.#rules, sink);
      const facts = { ...checker.finish(provenance.inputs), delta };
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
    this.#kinds[Symbol.dispose]();
    this.#earlier?.[Symbol.dispose]();
    this.#checker[Symbol.dispose]();
    this.#folder[Symbol.dispose]();
  }

  /** @param kind the next one; undefined after the last block */
  #enter(kind: Kind | undefined): void {
    if (this.#isSpent) throw wrongOrder('The compiler has finished or failed.');
    if (kind === this.#kind && kind !== undefined) return;
    if (kind !== undefined && this.#kind !== undefined) checkOrder(kind, this.#kind);
    if (this.#kind !== undefined) this.#kinds.close(this.#kind);
    this.#kind = kind;
    if (kind !== undefined) this.#open(kind);
  }

  #open(kind: Kind): void {
    this.#earlier?.enterBefore(kind);
    const early =
      this.#sink !== undefined && this.#checker.isSureWhenKept(kind) && canCutEarly(this.#rules)
        ? new EarlyBatches(kind, this.#rules, this.#sink)
        : undefined;
    const compared = this.#earlier?.comparedRecords(kind);
    this.#kinds.open(kind, { early, compared });
  }

  /** Adds the records that are made from those of other kinds, in the order of the kinds. @param next undefined: all that are left */
  #addDerivedBefore(next: Kind | undefined): void {
    if (this.#isSpent || next === this.#kind) return;
    const { derived, tallies } = this.#checker;
    const from = this.#kind === undefined ? 0 : kindsInOrder.indexOf(this.#kind) + 1;
    const to = next === undefined ? kindsInOrder.length : kindsInOrder.indexOf(next);
    for (const kind of kindsInOrder.slice(from, to)) {
      const { derivedFrom } = kinds[kind];
      if (derivedFrom === undefined || !derived.has(kind)) continue;
      this.#enter(kind);
      const dropped = this.#kinds.get(derivedFrom.kind)?.spool.dropped;
      for (const block of derived.blocks(kind, dropped)) {
        countMade(tallies[kind], derivedFrom.field, block.records);
        this.#checker.take(block);
      }
    }
  }

  #cut(spool: RecordSpool, sink: BatchSink): Generator<PlanProgress> {
    const { kind } = spool;
    const isExcluded = replacedRecords(this.#checker, kind);
    const isSettled = this.#earlier?.settledRecords(kind);
    const sources = {
      spool,
      isExcluded,
      isSettled,
      lanes: this.#earlier?.lanesOf(kind, this.#rules),
      made: this.#checker.making.wiresOf(kind),
      memory: this.#kinds.memory,
    };
    return cutBatches(sources, this.#rules, sink);
  }

  /** Releases everything when a step fails. */
  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      const planError = this.#asPlanError(error);
      this[Symbol.dispose]();
      throw planError;
    }
  }

  #asPlanError(error: unknown): unknown {
    return buildError(this.#folder.path, this.#kinds.notCut, error);
  }
}
