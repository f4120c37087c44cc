import type { DatabaseSync } from 'node:sqlite';
import { type Kind, kinds, problem, type RecordBlock } from '@chatferry/contract';
import type { DroppedField } from '../plan/dropped-field.ts';
import type { PlanRules, RelationLimits } from '../plan/plan-rules.ts';
import type { PlanInput } from '../plan/provenance.ts';
import type { Reject } from '../plan/reject.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import { RecordSpool } from '../spool/record-spool.ts';
import type { RunBuffer } from '../spool/run-buffer.ts';
import { AttachmentHosts } from './attachment-hosts.ts';
import { BlockNotes } from './block-notes.ts';
import { Causes } from './causes.ts';
import { closingProblems } from './closing-problems.ts';
import { DerivedRecords } from './derived-records.ts';
import { DroppedFields } from './dropped-fields.ts';
import { Duplicates } from './duplicates.ts';
import { enterWinner } from './enter-winner.ts';
import { EqualRows } from './equal-rows.ts';
import { FaultFinder } from './fault-finder.ts';
import { IdMap } from './id-map.ts';
import { InputNumbers } from './input-numbers.ts';
import { KindIntake, type OtherTakers } from './kind-intake.ts';
import { warnOfLargeGroups } from './large-groups.ts';
import { makeRoles } from './make-roles.ts';
import { Making } from './making.ts';
import { makes } from './making-rules.ts';
import { Mentions } from './mentions.ts';
import { membershipHashes } from './membership-hashes.ts';
import { type LandedBefore, nothingLanded } from './landed-before.ts';
import { MissingRecords } from './missing-records.ts';
import type { PlannedMessages } from './missing-messages.ts';
import { NeededRoles } from './needed-roles.ts';
import { limitsOf, neverOverfull } from './overfull.ts';
import { OwnIds } from './own-ids.ts';
import type { PlanFacts } from './plan-facts.ts';
import { RecordCheck, type Reports } from './record-check.ts';
import { knowsRepeats, ReferenceIndex } from './reference-index.ts';
import { Rejects } from './rejects.ts';
import { countRows, emptyTallies, type RowTally } from './row-tally.ts';
import { settleReplies } from './replies.ts';
import { settleDuplicates } from './settle-duplicates.ts';
import { SplitRows } from './split-rows.ts';
import { TwoPersonGroups } from './two-person-groups.ts';
import { Warnings } from './warnings.ts';
import { Withdrawals } from './withdrawals.ts';
import { openWorkTables } from './work-tables.ts';

/** The records of one kind between intake and batches. */
interface OpenKind {
  readonly spool: RecordSpool;
  readonly intake: KindIntake;
  readonly duplicates: Duplicates;
  readonly splitRows: SplitRows;
  readonly equalRows: EqualRows;
}

/** Checks the rows of an export, kind by kind, and spools the records to be planned. */
export class Checker implements Disposable {
  readonly making: Making;
  readonly twoPersonGroups: TwoPersonGroups;
  readonly derived: DerivedRecords;
  readonly idMap: IdMap;
  readonly ownIds: OwnIds;
  readonly tallies: Record<Kind, RowTally> = emptyTallies();
  readonly #folder: string;
  readonly #rules: PlanRules;
  readonly #limits: RelationLimits;
  readonly work: DatabaseSync;
  readonly inputs: InputNumbers = new InputNumbers();
  readonly referenceIndex: ReferenceIndex;
  landedBefore: LandedBefore = nothingLanded;
  readonly #finder: FaultFinder;
  readonly #causes: Causes;
  readonly #missing: MissingRecords;
  readonly #rejects: Rejects;
  readonly #warnings: Warnings;
  readonly #reports: Reports;
  readonly #hosts: AttachmentHosts;
  readonly #roles = new NeededRoles();
  readonly #notes: BlockNotes;
  #open: OpenKind | undefined;
  #messages: PlannedMessages | undefined;

  /** @param workFile for tables that are needed until the plan is complete */
  constructor(
    folder: string,
    workFile: string,
    rules: PlanRules,
    onReject: (reject: Reject) => void,
    onDropped: (dropped: DroppedField) => void,
  ) {
    this.#folder = folder;
    this.#rules = rules;
    const work = (this.work = openWorkTables(workFile));
    const referenceIndex = (this.referenceIndex = new ReferenceIndex(
      rules.duplicates === 'last' ? 'last' : 'first',
      makes(rules, 'members'),
    ));
    this.#limits = limitsOf(rules);
    const causes = (this.#causes = new Causes(work));
    const missingRecords = (this.#missing = new MissingRecords(work, this.tallies));
    this.twoPersonGroups = new TwoPersonGroups(work, referenceIndex);
    const derived = (this.derived = new DerivedRecords(work));
    const idMap = (this.idMap = new IdMap(work));
    const ownIds = (this.ownIds = new OwnIds(work));
    const making = (this.making = new Making(work, rules, { idMap, referenceIndex }));
    this.#finder = new FaultFinder(rules, { referenceIndex, missingRecords, maker: making.maker });
    const rejects = new Rejects({ tallies: this.tallies, causes, missingRecords }, onReject);
    this.#rejects = rejects;
    const warnings = (this.#warnings = new Warnings(this.tallies, causes));
    const droppedFields = new DroppedFields(warnings, onDropped);
    const hosts = (this.#hosts = new AttachmentHosts(warnings));
    const mentions = new Mentions(referenceIndex, warnings);
    const roles = this.#roles;
    this.#reports = { rejects, warnings, roles, droppedFields };
    const collectors = { rejects, warnings, roles, derived, droppedFields, mentions, hosts };
    const { knownDetails } = making;
    this.#notes = new BlockNotes({ ...collectors, idMap, ownIds, knownDetails });
  }

  /** Whether kept records of a kind are certain to be planned, unless they repeat the hash of another. */
  isSureWhenKept(kind: Kind): boolean {
    return knowsRepeats(kind) && !this.#mayBeOverfull(kind) && kind !== 'roles';
  }

  /** Starts a kind. @param others `early` only for a kind that `isSureWhenKept` */
  open(kind: Kind, buffers: readonly [RunBuffer, RunBuffer], others: OtherTakers): RecordSpool {
    const duplicates = new Duplicates(this.#folder, this.work, kind, this.#rules.duplicates);
    const spool = new RecordSpool(this.#folder, kind, buffers, (run) => duplicates.note(run));
    const splitRows = new SplitRows();
    const check = new RecordCheck(
      kind,
      this.#rules,
      this.referenceIndex,
      this.#finder,
      this.making.records,
      this.#reports,
    );
    const equalRows = new EqualRows(splitRows, duplicates, this.work);
    const takers = { duplicates, splitRows, equalRows, ...others };
    const intake = new KindIntake(spool, check, this.#notes, takers);
    this.#open = { spool, intake, duplicates, splitRows, equalRows };
    return spool;
  }

  /** Checks and spools the records of a block of the open kind. */
  take(block: RecordBlock): void {
    countRows(this.tallies[block.kind], block);
    this.#open!.intake.take(block, this.inputs.numberOf(block.kind, block.file));
  }

  /** Ends the open kind: settles duplicates, and checks what needs all records of the kind. */
  close(): void {
    const { spool, intake, duplicates, splitRows, equalRows } = this.#open!;
    const { kind } = spool;
    const { inputs, idMap, ownIds, derived, referenceIndex } = this;
    spool.flush();
    const lost = { rejects: this.#rejects, roles: this.#roles };
    const out = new Withdrawals(spool, splitRows, inputs, lost);
    const withdraw = (...[record, why, root]: Parameters<typeof out.reject>): void => {
      referenceIndex.remove(kind, out.reject(record, why, root));
      if (kinds[kind].isMembership === true)
        referenceIndex.removeMember(...membershipHashes(record.wire));
    };
    // Of other records with the same id, one is planned.
    const another: typeof withdraw = (...why) => void out.reject(...why);
    const { duplicates: rule } = this.#rules;
    const refuse = rule === 'reject' ? withdraw : another;
    const reports = { warnings: this.#warnings, tally: this.tallies[kind] };
    const sources = { rule, inputs, idMap, ownIds, derived, equalRows, ...reports };
    const drop = out.drop.bind(out);
    const enter = (winner: StoredRecord): void => enterWinner(referenceIndex, kind, winner);
    settleDuplicates(duplicates, spool, sources, drop, refuse, enter);
    ownIds.close(kind, referenceIndex);
    idMap.forget(ownIds.refusedOf(kind));
    // The messages are needed until all that belongs to them is checked.
    if (kinds[kind].lanes === 'conversation')
      this.#messages = { ids: duplicates.ids, dropped: spool.dropped, spool };
    else duplicates[Symbol.dispose]();
    const closing = {
      folder: this.#folder,
      work: this.work,
      messages: this.#messages,
      landedBefore: this.landedBefore,
      missingRecords: this.#missing,
      referenceIndex,
      limits: this.#limits,
      roleLimit: this.#roles.limit,
      memberships: this.#mayBeOverfull(kind) ? this.referenceIndex.membershipBounds : undefined,
    };
    for (const found of closingProblems(spool, closing))
      withdraw(found.record, found.problem, found.root);
    for (const part of splitRows.torn(spool)) withdraw(part, problem('other-part-rejected'));
    if (derived.has('replies') && kind === 'messages')
      settleReplies(spool, { ...closing, tally: this.tallies[kind], warnings: this.#warnings });
    referenceIndex.closeKind();
    intake.close();
    if (kinds[kind].isMembership === true && this.#rules.twoPersonGroups === 'direct')
      this.twoPersonGroups.find(spool);
  }

  /** Makes the roles that users have and no row has, if the rules ask for it. Call it when all rows are read. */
  makeRoles(): void {
    if (!makes(this.#rules, 'roles')) return;
    const { idMap, tallies, referenceIndex } = this;
    const sources = { idMap, referenceIndex, rejects: this.#rejects, tally: tallies.roles };
    makeRoles(this.#roles, this.making.records, sources);
  }

  /** Warnings that need all records. @param groups the spooled groups */
  warnOfLargeGroups(groups: RecordSpool): void {
    warnOfLargeGroups(groups, this.referenceIndex, this.inputs, this.#warnings);
  }

  /** Completes the work tables and closes them. @param inputs includes inputs without a row */
  finish(inputs: readonly PlanInput[]): PlanFacts {
    for (const { kind, file } of inputs) this.inputs.numberOf(kind, file);
    this.#causes.sumUp();
    const roles = this.#roles.list(this.idMap);
    this.work.exec('COMMIT');
    this.work.close();
    return {
      inputs: this.inputs.all,
      tallies: this.tallies,
      madeCounts: this.making.records.counts,
      directConversations: this.twoPersonGroups.count,
      usersWithoutMessages: this.referenceIndex.usersWithoutMessages(),
      attachmentHosts: this.#hosts.top,
      roles: roles.map(({ role, name, users }) => ({ role, name, users })),
      droppedFields: this.#reports.droppedFields.count,
    };
  }

  /** Releases what is needed only while records are checked. Call it when all kinds are closed. */
  release(): void {
    this.#messages?.ids[Symbol.dispose]();
    this.#messages = undefined;
  }

  [Symbol.dispose](): void {
    this.release();
    this.#open?.duplicates[Symbol.dispose]();
    if (this.work.isOpen) this.work.close();
  }

  /** Whether there may be more memberships than the service allows, which is certain only when all are known. */
  #mayBeOverfull(kind: Kind): boolean {
    return kinds[kind].isMembership === true && !neverOverfull(this.referenceIndex, this.#limits);
  }
}
