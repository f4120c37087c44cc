import {
  idHash,
  isReferredKind,
  type Kind,
  kinds,
  problem,
  type RecordBlock,
  rowsOf,
} from '@chatferry/contract';
import type { BatchSink } from './batching/batch-sink.ts';
import { cutBatches, type PlanProgress } from './batching/cut-batches.ts';
import { EarlyBatches } from './batching/early-batches.ts';
import { closingProblems } from './intake/closing-problems.ts';
import { Duplicates } from './duplicates/duplicates.ts';
import { EqualRows } from './duplicates/equal-rows.ts';
import type { Intake } from './intake/intake.ts';
import { KindIntake } from './intake/kind-intake.ts';
import type { KindRecords } from './intake/kind-records.ts';
import { nothingLanded } from './references/landed-before.ts';
import type { PlannedMessages } from './references/missing-messages.ts';
import { settleReplies } from './references/replies.ts';
import { countBlock, countMade, countRows } from './notes/row-tally.ts';
import { settleDuplicates } from './duplicates/settle-duplicates.ts';
import { SplitRows } from './duplicates/split-rows.ts';
import { Withdrawals } from './intake/withdrawals.ts';
import type { Delta } from './delta/delta.ts';
import type { PlanRules } from './plan/plan-rules.ts';
import { RecordSpool } from './spool/record-spool.ts';
import type { RunBuffer } from './spool/run-buffer.ts';

// A kind is read, settled, closed and cut, each once. Each state is a type that has only the steps that are possible in this state.

/** The resources that the passes of all kinds share. */
export interface PassContext {
  /** For work files. */
  readonly folder: string;
  readonly rules: PlanRules;
  readonly intake: Intake;
  readonly delta: Delta | undefined;
  /** Present when batches are written while rows are read. */
  readonly early: BatchSink | undefined;
  /** Reused for all kinds, one after the other. */
  readonly buffers: readonly [RunBuffer, RunBuffer];
  readonly closed: ReadonlyMap<Kind, ClosedKind>;
  /** Spools of the kinds that are not cut while their rows are read. */
  readonly notCut: RecordSpool[];
  /** Closes the resources of the passes, whatever state planning ends in. */
  readonly opened: DisposableStack;
}

/** A kind whose rows are being read. */
export class OpenKind {
  readonly #context: PassContext;
  readonly #records: KindRecords;

  constructor(kind: Kind, context: PassContext) {
    const { folder, rules, intake, delta, opened, notCut, buffers } = context;
    this.#context = context;
    const duplicates = opened.use(new Duplicates(folder, intake.work, kind, rules.duplicates));
    const note = duplicates.note.bind(duplicates);
    const spool = opened.use(new RecordSpool(folder, kind, buffers, note));
    const splitRows = new SplitRows();
    const equalRows = new EqualRows(splitRows, duplicates, intake.work);
    const isCut = context.early !== undefined && intake.isSureWhenKept(kind);
    const early = isCut ? new EarlyBatches(kind, rules, context.early) : undefined;
    if (!isCut) notCut.push(spool);
    const compared = delta?.comparedRecords(kind);
    const takers = { duplicates, splitRows, equalRows, early, compared, later: intake.later };
    const kindIntake = new KindIntake(spool, intake.checkOf(kind), intake.notes, takers);
    this.#records = { kind, spool, duplicates, splitRows, equalRows, intake: kindIntake, isCut };
  }

  /** Checks and spools the records of a block, which may be reused afterwards. @returns the number of its rows */
  take(block: RecordBlock): number {
    const { intake, delta } = this.#context;
    delta?.takeRead();
    countBlock(intake.tallies[block.kind], block);
    intake.twoPersonGroups.noteNames(block);
    this.#take(intake.twoPersonGroups.redirect(block));
    return rowsOf(block);
  }

  /** Takes the records that are made from records of a closed kind, or from records that planning makes. */
  takeDerived(): void {
    const { intake, closed } = this.#context;
    const { kind } = this.#records;
    const { derivedFrom } = kinds[kind];
    if (derivedFrom === undefined || !intake.derived.has(kind)) return;
    const { dropped } = closed.get(derivedFrom.kind)?.spool ?? {};
    for (const block of intake.derived.blocks(kind, dropped)) {
      countMade(intake.tallies[kind], derivedFrom.field, block.records);
      this.#take(block);
    }
  }

  /**
   * Merges or rejects the records that share an id. No rows can be added afterwards.
   *
   * @throws {PlanError} `id-clash` in a first plan, when different ids become one: no record may get the messages of another
   */
  settle(): SettledKind {
    const { intake, delta, rules } = this.#context;
    const { kind, spool, duplicates, splitRows, equalRows } = this.#records;
    const { inputs, idMap, rowIds, clashes, derived, referenceIndex, reports, tallies } = intake;
    spool.flush();
    const out = new Withdrawals(spool, splitRows, intake);
    settleDuplicates(
      duplicates,
      spool,
      {
        rule: rules.duplicates,
        inputs,
        idMap,
        rowIds,
        clashes,
        derived,
        equalRows,
        warnings: reports.warnings,
        tally: tallies[kind],
      },
      {
        drop: (record) => out.drop(record),
        rejectRepeat: (record, why) => out.rejectRepeat(record, why),
        reject: (record, why) => out.reject(record, why),
      },
    );
    const isPlanned = (id: string): boolean =>
      isReferredKind(kind) && referenceIndex.has(kind, idHash(id));
    for (const refused of rowIds.close(kind, isPlanned))
      clashes.addRejected(refused, intake.missingRecords);
    if (delta === undefined) clashes.refusePairs();
    idMap.forget(rowIds.refusedOf(kind));
    return new SettledKind(this.#records, out, this.#context);
  }

  #take(block: RecordBlock): void {
    const { tallies, inputs } = this.#context.intake;
    countRows(tallies[block.kind], block);
    this.#records.intake.take(block, inputs.numberOf(block.kind, block.file));
  }
}

/** A kind that has one record for each id. */
export class SettledKind {
  readonly #records: KindRecords;
  readonly #out: Withdrawals;
  readonly #context: PassContext;

  constructor(records: KindRecords, out: Withdrawals, context: PassContext) {
    this.#records = records;
    this.#out = out;
    this.#context = context;
  }

  /** Rejects the records whose problem is certain only after all records of the kind are known. */
  close(): ClosedKind {
    const { intake, delta, closed, folder } = this.#context;
    const { kind, spool, duplicates, splitRows, intake: kindIntake } = this.#records;
    const { work, referenceIndex, missingRecords, limits, reports, tallies } = intake;
    // The ids of messages are needed until all records that belong to messages are closed.
    const isMessages = kinds[kind].lanes === 'conversation';
    const messages = isMessages
      ? { ids: duplicates.ids, dropped: spool.dropped, spool }
      : undefined;
    if (!isMessages) duplicates[Symbol.dispose]();
    const closing = {
      folder,
      work,
      messages: messages ?? closed.get('messages')?.messages,
      landedBefore: delta?.landedBefore ?? nothingLanded,
      missingRecords,
      referenceIndex,
      limits,
      roleLimit: reports.roles.limit,
      memberships: intake.boundsOf(kind),
    };
    for (const record of intake.later?.of(spool, closing) ?? [])
      this.#out.leave(record, tallies[kind], intake.later!.reason);
    for (const found of closingProblems(spool, closing))
      this.#out.reject(found.record, found.problem, found.root);
    for (const part of splitRows.torn(spool))
      this.#out.reject(part, problem('other-part-rejected'));
    if (kind === 'messages' && intake.derived.has('replies'))
      settleReplies(spool, { ...closing, tally: tallies[kind], warnings: reports.warnings });
    referenceIndex.closeKind();
    kindIntake.close();
    if (kinds[kind].isMembership === true)
      intake.twoPersonGroups.find(spool, (...found) => intake.later?.becomesDirect(...found));
    return new ClosedKind(this.#records, messages, this.#out, this.#context);
  }
}

/** A kind whose records are decided, except for landed records. */
export class ClosedKind {
  readonly spool: RecordSpool;
  /** Present for messages. */
  readonly messages: PlannedMessages | undefined;
  readonly #isCut: boolean;
  readonly #out: Withdrawals;
  readonly #context: PassContext;

  constructor(
    { spool, isCut }: KindRecords,
    messages: PlannedMessages | undefined,
    out: Withdrawals,
    context: PassContext,
  ) {
    this.spool = spool;
    this.messages = messages;
    this.#isCut = isCut;
    this.#out = out;
    this.#context = context;
    // The groups are read again to warn about large groups.
    if (isCut && kinds[spool.kind].hasMembers !== true) spool[Symbol.dispose]();
  }

  /** Leaves users whom no planned record needs to a later job. */
  leaveUsers(): void {
    const { later, tallies } = this.#context.intake;
    for (const record of later?.users(this.spool) ?? [])
      this.#out.leave(record, tallies.users, later!.reason);
  }

  /** Frees the disk space of ids, which are needed only while rows are read. */
  releaseIds(): void {
    this.messages?.ids[Symbol.dispose]();
  }

  /** Reads the records back in their order and cuts them into batches, unless they are already cut. Frees their disk space. */
  *cut(sink: BatchSink): Generator<PlanProgress> {
    const { kind } = this.spool;
    const { intake, delta, rules, buffers } = this.#context;
    if (!this.#isCut) {
      const sources = {
        spool: this.spool,
        isExcluded: intake.twoPersonGroups.excluded(kind),
        isSettled: delta?.settledRecords(kind),
        lanes: delta?.lanesOf(kind, rules),
        made: intake.making.wiresOf(kind),
        memory: buffers[0].bytes,
      };
      yield* cutBatches(sources, rules, sink);
    }
    this.spool[Symbol.dispose]();
  }
}
