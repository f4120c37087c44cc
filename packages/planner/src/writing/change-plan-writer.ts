import type { Kind, Origin } from '@chatferry/contract';
import type { WrittenTotals } from '../batching/batch-sink.ts';
import { InputNumbers } from '../notes/input-numbers.ts';
import { emptyTallies } from '../notes/row-tally.ts';
import { openWorkTables } from '../notes/work-tables.ts';
import { bodyHead } from '../plan/batch.ts';
import { checkRules, type PlanRules } from '../plan/plan-rules.ts';
import { MADE_INPUT } from '../plan/plan-schema.ts';
import type { PlanSummary } from '../plan/plan-summary.ts';
import type { Provenance } from '../plan/provenance.ts';
import { BatchWriter } from './batch-writer.ts';
import { BuildFolder, planFileIn, workFileIn } from './build-folder.ts';
import { startError } from './build-error.ts';
import { type CompleteFacts, completePlan } from './complete-plan.ts';

/** A change of one record in the app. */
export interface PlannedChange {
  readonly kind: Kind;
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** The row of the export that causes the change, if any. */
  readonly origin?: Origin;
}

/** The batch of a kind that is being filled. */
interface OpenBatch {
  lane: number;
  entries: Buffer[];
  /** Number of the input and line, for each entry. */
  origins: number[];
}

/**
 * Writes changes into a plan. The job itself made the changes, so they are neither judged nor checked against each other. Changes of
 * several kinds may come in any order; changes of one kind keep their order within a lane.
 */
export class ChangePlanWriter implements Disposable {
  readonly #rules: PlanRules;
  readonly #folder: BuildFolder;
  readonly #sink: BatchWriter;
  readonly #inputs = new InputNumbers();
  readonly #open = new Map<Kind, OpenBatch>();

  /** @param path of the plan; an existing plan stays until this one is finished @throws {PlanError} */
  constructor(path: string, rules: PlanRules) {
    checkRules(rules);
    this.#rules = rules;
    this.#folder = new BuildFolder(path);
    try {
      this.#sink = new BatchWriter(planFileIn(this.#folder.path));
    } catch (error) {
      this.#folder[Symbol.dispose]();
      throw startError(this.#folder.path, error);
    }
  }

  /** @throws {PlanError} `disk-full` or `unreadable` */
  add({ kind, id, record, origin }: PlannedChange): void {
    let open = this.#open.get(kind);
    if (open === undefined) this.#open.set(kind, (open = { lane: 0, entries: [], origins: [] }));
    open.entries.push(Buffer.from(`${JSON.stringify(id)}:${JSON.stringify(record)}`));
    if (origin === undefined) open.origins.push(MADE_INPUT, 0);
    else open.origins.push(this.#inputs.numberOf(kind, origin.file), origin.line);
    if (open.entries.length === this.#rules.recordsPerRequest) this.#cut(kind, open);
  }

  /** Publishes the plan at its path. @throws {PlanError} `disk-full` or `unreadable` */
  finish(provenance: Omit<Provenance, 'inputs'>): PlanSummary {
    const { path } = this.#folder;
    try {
      for (const [kind, open] of this.#open) if (open.entries.length > 0) this.#cut(kind, open);
      const written = this.#sink.finish();
      const work = openWorkTables(workFileIn(path));
      work.exec('COMMIT');
      work.close();
      const facts = factsOf(written, this.#inputs.all);
      const summary = completePlan(path, this.#rules, facts, written, {
        ...provenance,
        inputs: [],
      });
      this.#folder.publish();
      return summary;
    } catch (error) {
      throw startError(path, error);
    } finally {
      this[Symbol.dispose]();
    }
  }

  /** Removes the build folder, unless the plan is finished. */
  [Symbol.dispose](): void {
    this.#sink[Symbol.dispose]();
    this.#folder[Symbol.dispose]();
  }

  #cut(kind: Kind, open: OpenBatch): void {
    const { lane, entries, origins } = open;
    const head = bodyHead(kind);
    const parts: Uint8Array[] = [head];
    const ends: number[] = [];
    let end = head.length;
    for (const entry of entries) {
      if (ends.length > 0) parts.push(Buffer.from(','));
      end += entry.length + (ends.length > 0 ? 1 : 0);
      parts.push(entry);
      ends.push(end);
    }
    try {
      this.#sink.add({
        kind,
        lane,
        records: entries.length,
        ends: Uint32Array.from(ends),
        origins: Uint32Array.from(origins),
        body: Buffer.concat([...parts, Buffer.from('}}')]),
      });
    } catch (error) {
      throw startError(this.#folder.path, error);
    }
    open.lane = (lane + 1) % this.#rules.lanes;
    open.entries = [];
    open.origins = [];
  }
}

/** The facts of a plan in which every change counts as a planned row of its kind. */
function factsOf({ kinds }: WrittenTotals, inputs: CompleteFacts['inputs']): CompleteFacts {
  const tallies = emptyTallies();
  for (const [kind, { records }] of Object.entries(kinds)) tallies[kind as Kind].rows = records;
  return {
    inputs,
    tallies,
    madeCounts: new Map(),
    directConversations: 0,
    usersWithoutMessages: 0,
    attachmentHosts: [],
    roles: [],
    droppedFields: 0,
    delta: undefined,
  };
}
