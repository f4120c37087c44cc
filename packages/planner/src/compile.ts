import { type ContestedIds, type Kind, kindsInOrder, type RecordBlock } from '@chatferry/contract';
import { batchBytes } from './batching/batch-cutter.ts';
import { cutChanges } from './delta/cut-changes.ts';
import type { PlanProgress } from './batching/cut-batches.ts';
import { canCutEarly } from './batching/early-batches.ts';
import { Intake } from './intake/intake.ts';
import { Delta } from './delta/delta.ts';
import { LandedIds } from './delta/landed-ids.ts';
import type { EarlierSource } from './delta/earlier-source.ts';
import { type ClosedKind, OpenKind, type PassContext } from './kind-pass.ts';
import type { DroppedField } from './plan/dropped-field.ts';
import { checkRules, type PlanRules } from './plan/plan-rules.ts';
import type { Provenance } from './plan/provenance.ts';
import type { Reject } from './plan/reject.ts';
import type { RecordSpool } from './spool/record-spool.ts';
import { RunBuffer } from './spool/run-buffer.ts';
import { type MemoryUse, usesThread } from './storage/memory-use.ts';
import { buildError } from './writing/build-error.ts';
import { BuildFolder, workFileIn } from './writing/build-folder.ts';
import { CallerError, ofCaller, throwOfCaller } from './writing/caller-error.ts';
import { completePlan } from './writing/complete-plan.ts';
import { openSink, openThread } from './writing/open-sink.ts';
import { checkFreeSpace } from './writing/plan-space.ts';

/** Rows of one kind, as judged records. */
export interface RowSource {
  readonly kind: Kind;
  /** The name of the source in problems and in progress. */
  readonly file: string;
  /** Called once, after the rows of all earlier kinds are read. A block may be reused when the next one is requested. */
  readonly blocks: (contested: ContestedIds) => AsyncIterable<RecordBlock> | Iterable<RecordBlock>;
}

export interface Compilation {
  /** Path of the plan; an existing plan stays until this one is finished. */
  readonly path: string;
  readonly rules: PlanRules;
  /**
   * Sources of the same kind are read in this order. The same rows in the same order with the same rules result in the same
   * plan: sort them by name, and not in the order in which the operator typed them.
   */
  readonly sources: readonly RowSource[];
  /** Approximate size of the sources in bytes. For large sources, batches are written while rows are read. Default: 0. */
  readonly inputBytes?: number;
  /** Default: `usual`. */
  readonly memory?: MemoryUse | undefined;
  /** A job whose landed records are not planned again. */
  readonly earlier?: EarlierSource | undefined;
  /** Called with every problem of every row that will not be planned. */
  readonly onReject: (reject: Reject) => void;
  /** Called with every optional field that was dropped from a record. */
  readonly onDropped?: (dropped: DroppedField) => void;
  /** Describes the sources. Called when all rows are read; if it throws, no plan is made. */
  readonly described: () => Promise<Provenance>;
}

/** Progress of a compilation. */
export type PlanStep =
  | {
      readonly step: 'reading';
      readonly file: string;
      readonly rows: number;
      /** Rows of the earlier kinds that have the same content as another row. */
      readonly merged: number;
    }
  | ({ readonly step: 'batching' } & PlanProgress);

/**
 * Compiles judged records into a plan, in memory that does not grow with the number of messages. Yields its progress.
 *
 * The plan appears at its path only when it is complete. Until then all files are in the folder `PATH.building`, which needs
 * at most about a sixth more disk space than the plan. A caller that leaves the loop early gets no plan.
 *
 * @throws {PlanError} `busy`, `disk-full`, `unreadable`, `id-clash`, or `gone-differs`
 * @throws {RangeError} for invalid rules
 * @throws what a source or `described` throws
 */
export async function* compile(task: Compilation): AsyncGenerator<PlanStep, void> {
  const { path, rules, sources, described } = task;
  checkRules(rules);
  using folder = new BuildFolder(path);
  using opened = new DisposableStack();
  const closed = new Map<Kind, ClosedKind>();
  const notCut: RecordSpool[] = [];
  try {
    const context = openContext(folder.path, task, { closed, notCut, opened });
    const { intake, delta } = context;
    for (const kind of kindsInOrder) {
      // Deactivations are made from users. They come after all records that refer to users.
      if (kind === 'deactivations') closed.get('users')?.leaveUsers();
      const ofKind = sources.filter((source) => source.kind === kind);
      if (ofKind.length === 0 && !intake.derived.has(kind)) continue;
      delta?.enterBefore(kind);
      const pass = new OpenKind(kind, context);
      for (const source of ofKind) yield* read(source, pass, intake);
      pass.takeDerived(); // such as replies, which are made from messages
      closed.set(kind, pass.settle().close());
    }
    intake.later?.refuseUnknown();
    const provenance = await described().catch(throwOfCaller);

    if (delta === undefined) intake.refuseUnsureIds();
    intake.makeRoles();
    // Planning can make records of kinds that the export does not have.
    for (const kind of intake.making.records.counts.keys())
      if (!closed.has(kind)) closed.set(kind, new OpenKind(kind, context).settle().close());
    intake.warnOfLargeGroups(closed.get('groups')?.spool);
    closed.get('messages')?.releaseIds();
    checkFreeSpace(folder.path, notCut);

    const mostBytes = Math.max(intake.making.mostBytes, delta?.mostBytes(notCut) ?? 0);
    const sink = context.early ?? opened.use(openSink(folder.path, task, notCut, mostBytes));
    for (const kind of kindsInOrder) {
      const pass = closed.get(kind);
      delta?.compare(kind, pass?.spool);
      for (const progress of pass?.cut(sink) ?? []) yield { step: 'batching', ...progress };
      delta?.settleGone(kind, provenance.inputs);
    }
    const changes = delta?.finish(provenance.inputs);
    if (delta !== undefined) cutChanges(delta.changes, rules, sink);

    const facts = { ...intake.complete(provenance.inputs), delta: changes };
    completePlan(folder.path, rules, facts, sink.finish(), provenance);
    folder.publish();
  } catch (error) {
    throw error instanceof CallerError ? error.cause : buildError(folder.path, notCut, error);
  }
}

async function* read(
  { file, blocks }: RowSource,
  pass: OpenKind,
  { rowIds, tallies }: Pick<Intake, 'rowIds' | 'tallies'>,
): AsyncGenerator<PlanStep> {
  let rows = 0;
  const merged = Object.values(tallies).reduce((sum, each) => sum + each.merged, 0);
  for await (const block of ofCaller(() => blocks(rowIds.contested))) {
    rows += pass.take(block);
    block.release?.();
    yield { step: 'reading', file, rows, merged };
  }
}

/** Opens the resources that the passes of all kinds share. Files and threads are added to `opened`, which closes them. */
function openContext(
  folder: string,
  task: Compilation,
  shared: Pick<PassContext, 'closed' | 'notCut' | 'opened'>,
): PassContext {
  const { rules, earlier, inputBytes = 0, memory = 'usual', onDropped = () => {} } = task;
  const { opened } = shared;
  const onReject = (reject: Reject): void => {
    delta?.noteReject(reject);
    task.onReject(reject);
  };
  const ids = earlier && new LandedIds(earlier);
  const hasLanded = ids && ids.has.bind(ids);
  const intake = opened.use(
    new Intake(workFileIn(folder), rules, hasLanded, { onReject, onDropped }),
  );
  const delta =
    earlier && opened.use(new Delta(folder, intake, { source: earlier, ids: ids!, memory }, rules));
  const isEarly = delta === undefined && usesThread(inputBytes, memory) && canCutEarly(rules);
  const early = isEarly
    ? opened.use(openThread(folder, rules, batchBytes('messages', Infinity, rules)))
    : undefined;
  return {
    ...shared,
    folder,
    rules,
    intake,
    delta,
    early,
    buffers: [new RunBuffer(), new RunBuffer()],
  };
}
