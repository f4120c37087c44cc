import type { DatabaseSync } from 'node:sqlite';
import { byKind, idHash, type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import type { IsSettled } from '../batching/cut-batches.ts';
import { lanesFor } from '../batching/lanes.ts';
import type { InputNumbers } from '../notes/input-numbers.ts';
import type { ComparedRecords } from '../intake/kind-intake.ts';
import type { LandedBefore } from '../references/landed-before.ts';
import type { RowIds } from '../ids/row-ids.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import { countMade, hasFiltered, type RowTally } from '../notes/row-tally.ts';
import { BEFORE_BYTES, changeOf } from './change-of.ts';
import type { EarlierReading } from './earlier-reading.ts';
import { type ChangedContent, EarlierRecords } from './earlier-records.ts';
import { GoneRecords } from './gone-records.ts';
import { LandedBlocks } from './landed-blocks.ts';
import { changeWire, PlannedChanges } from './planned-changes.ts';
import { LandedReferences } from './landed-references.ts';
import { ReferredUsers } from './referred-users.ts';
import { idOfEntry } from '../plan/batch.ts';
import { goneDiffers } from '../plan/plan-error.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import type { PlanInput } from '../plan/provenance.ts';
import type { DeltaSummary } from '../plan/plan-summary.ts';
import type { Reject } from '../plan/reject.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import type { RepeatFinder } from '../storage/repeat-finder.ts';
import { HashSet } from '../storage/hash-set.ts';

/** Maximum size of the names of fields in a change. */
const NAMES_BYTES = 1024;

/** Number of users named in the summary. */
const EXAMPLES = 10;

/** The parts of the planning state that a delta uses. */
interface ExportFacts {
  readonly work: DatabaseSync;
  readonly tallies: Readonly<Record<Kind, RowTally>>;
  readonly inputs: InputNumbers;
  readonly referenceIndex: ReferenceIndex;
  readonly rowIds: RowIds;
}

/** Compares an export with the landed records, while its plan is compiled. */
export class Delta implements Disposable {
  readonly #export: ExportFacts;
  /** Used by the checks of records that belong to messages. */
  readonly landedBefore: LandedBefore;
  readonly #source: EarlierReading['source'];
  readonly #records: EarlierRecords;
  readonly #references: LandedReferences;
  readonly #referred = new ReferredUsers();
  #landedMessages: RepeatFinder | undefined;
  /** Hashes of the users whom this plan deactivates, or whose deactivation has landed. */
  readonly #leavers = new HashSet();
  readonly #rules: PlanRules;
  readonly changes: PlannedChanges;
  readonly #gone: GoneRecords;
  readonly #ids: EarlierReading['ids'];

  constructor(
    folder: string,
    facts: ExportFacts,
    { source, ids, memory }: EarlierReading,
    rules: PlanRules,
  ) {
    this.#export = facts;
    this.#source = source;
    this.#rules = rules;
    this.changes = new PlannedChanges(facts.work);
    this.#records = new EarlierRecords(folder, facts.work, source, memory);
    this.#references = new LandedReferences(this.#records, facts.referenceIndex);
    this.#ids = ids;
    this.#gone = new GoneRecords({
      records: this.#records,
      changes: this.changes,
      referred: this.#referred,
      rules,
      source,
    });
    const blocks = new LandedBlocks(() => this.#records.ids('blocks'));
    this.landedBefore = {
      messages: () => (this.#landedMessages ??= this.#records.messages()),
      areBlocked: (one, other) => blocks.areBetween(one, other),
    };
  }

  /** Takes the available records of the earlier job, which a second thread reads. Frees that thread, which waits for this. */
  takeRead(): void {
    this.#records.takeRead();
  }

  /** Notes that a rejected row is in the export, although neither its record nor records made from it are planned. */
  noteReject({ kind, id }: Reject): void {
    if (id !== undefined) this.#records.reject(kind, id);
  }

  /** Counts landed records of the earlier kinds as present, so that records can refer to them. */
  enterBefore(kind: Kind): void {
    this.#ids.takeOverThrough(kind, this.#export.rowIds);
    this.#references.enterBefore(kind);
  }

  /** Takes the records of a kind while they are read. */
  comparedRecords(kind: Kind): ComparedRecords {
    return { add: (wire, ordinal) => this.#records.add(kind, wire, ordinal) };
  }

  /** Compares the records of a kind after all its rows are read. @param spool undefined when the export has no record of the kind */
  compare(kind: Kind, spool: RecordSpool | undefined): void {
    this.#records.compare(kind, spool);
  }

  /** A size in bytes that no change exceeds: a change is a record, names of fields, and values before the change. */
  mostBytes(spools: readonly RecordSpool[]): number {
    return Math.max(0, ...spools.map(({ largest }) => largest)) + NAMES_BYTES + BEFORE_BYTES;
  }

  /** The number of lanes that a kind needs. */
  lanesOf(kind: Kind, rules: PlanRules): number {
    return lanesFor(this.#records.toSend(kind), rules);
  }

  /** Finds and counts the records of a kind that are not planned again. Call it after the earlier kinds are cut. */
  settledRecords(kind: Kind): IsSettled {
    const tally = this.#export.tallies[kind];
    const deactivates = kinds[kind].routes.chat.by === 'deactivations';
    const hasDeactivated = this.#records.landed('deactivations') > 0;
    return (ordinal, wire, origin) => {
      const outcome = this.#records.isUnchanged(kind, ordinal)
        ? 'unchanged'
        : this.#outcomeOf(kind, ordinal, wire(), origin);
      if (deactivates) this.#leavers.add(idHash(idOfEntry(wire())));
      if (outcome === 'new') {
        if (hasDeactivated && !deactivates) this.#referred.note(kind, wire());
        return false;
      }
      // The service refuses records that refer to a deactivated user. A run reactivates the users whom its plan deactivates.
      if (deactivates && this.#referred.has(idOfEntry(wire()))) return false;
      tally[outcome]++;
      return true;
    };
  }

  #outcomeOf(
    kind: Kind,
    ordinal: number,
    wire: Uint8Array,
    origin: number,
  ): 'new' | 'unchanged' | 'changed' | 'updated' {
    const compared = this.#records.comparisonOf(kind, ordinal, wire);
    if (typeof compared === 'object') return this.#settle(kind, compared, origin);
    const reply = compared === 'new' ? this.#records.keptReply(kind, wire) : undefined;
    return reply === undefined ? compared : this.#settle('replies', reply, origin);
  }

  /** Decides about a record whose content differs from the landed record. @returns `new`: the record is planned again */
  #settle(kind: Kind, content: ChangedContent, origin: number): 'new' | 'changed' | 'updated' {
    const { id, record } = content;
    const { changes, outcome, updated } = changeOf(kind, content, this.#rules, this.#source.job);
    for (const change of changes) {
      const wire = changeWire(change.id, change.row);
      this.changes.add(change.kind, wire, origin);
      this.#referred.note(change.kind, wire);
    }
    if (outcome === 'changed') {
      const { file, line } = this.#export.inputs.originOf(origin);
      const fields = content.before && Object.keys(content.before);
      this.#source.onChanged({ kind, id, file, line, fields, record, updated });
    }
    return outcome;
  }

  /** Counts the changes as records that planning made. */
  #countChanges(): void {
    for (const [kind, count] of this.changes.counts) {
      const tally = this.#export.tallies[kind];
      tally.rows += count;
      countMade(tally, 'after', count);
    }
  }

  /** Finds the gone records of a kind, after all its records are in batches. */
  settleGone(kind: Kind, inputs: readonly PlanInput[]): void {
    const isKnown = this.#hasFiles(kind, inputs) && !this.#hasFiltered(kind);
    this.#gone.settle(kind, isKnown || this.#source.part !== undefined);
  }

  /**
   * Completes the changes after all kinds of the export.
   *
   * @throws {PlanError} `gone-differs` when the number of records to remove differs from the number in the rules
   */
  finish(inputs: readonly PlanInput[]): DeltaSummary {
    const deactivatedAgain = this.#deactivateAgain();
    this.#countChanges();
    const [{ removable }, { removesGone }] = [this.#gone, this.#rules];
    const isPart = this.#source.part !== undefined;
    if (removesGone !== undefined && removesGone !== removable && !isPart)
      throw goneDiffers(removesGone, removable);
    return {
      after: this.#source.job.plan.id,
      landed: byKind((kind) => this.#records.landed(kind)),
      gone: byKind((kind) => this.#gone.countOf(kind)),
      removable,
      removesGone: removesGone !== undefined,
      goneUnknown: kindsInOrder.filter(
        (kind) =>
          !isPart &&
          this.#records.landed(kind) > 0 &&
          this.#hasFiles(kind, inputs) &&
          this.#hasFiltered(kind),
      ),
      deactivatedAgain,
    };
  }

  #hasFiles(kind: Kind, inputs: readonly PlanInput[]): boolean {
    const own = kinds[kind].derivedFrom?.kind ?? kind;
    return inputs.some((input) => input.kind === own);
  }

  #hasFiltered(kind: Kind): boolean {
    return hasFiltered(this.#export.tallies[kinds[kind].derivedFrom?.kind ?? kind]);
  }

  /**
   * Plans to deactivate users again whom an earlier job deactivated and to whom records of this plan refer, unless a row of the export
   * decides about the user. The service refuses records that refer to a deactivated user; a run reactivates the users whom its plan
   * deactivates.
   */
  #deactivateAgain(): DeltaSummary['deactivatedAgain'] {
    const examples: string[] = [];
    let users = 0;
    for (const uid of this.#records.ids('deactivations')) {
      if (!this.#referred.has(uid) || this.#leavers.has(idHash(uid))) continue;
      if (this.#gone.decides(uid)) continue;
      this.#gone.deactivate(uid);
      users++;
      if (examples.length < EXAMPLES) examples.push(uid);
    }
    return { users, examples };
  }

  [Symbol.dispose](): void {
    this.#landedMessages?.[Symbol.dispose]();
    this.#records[Symbol.dispose]();
  }
}
