import { SeveralNames } from '../notes/several-names.ts';
import type { DatabaseSync } from 'node:sqlite';
import { idHash, type Kind, kinds } from '@chatferry/contract';
import type { DroppedField } from '../plan/dropped-field.ts';
import type { PlanRules, RelationLimits } from '../plan/plan-rules.ts';
import type { PlanInput } from '../plan/provenance.ts';
import type { Reject } from '../plan/reject.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { LaterRecords } from '../references/later-records.ts';
import { AttachmentHosts } from '../notes/attachment-hosts.ts';
import { BlockNotes } from './block-notes.ts';
import { Causes } from '../notes/causes.ts';
import { DerivedRecords } from '../making/derived-records.ts';
import { DroppedFields } from '../notes/dropped-fields.ts';
import { FaultFinder } from './fault-finder.ts';
import { IdClashes } from '../ids/id-clashes.ts';
import { idIdentity } from '../ids/id-identity.ts';
import { IdMap } from '../ids/id-map.ts';
import { InputNumbers } from '../notes/input-numbers.ts';
import { warnOfLargeGroups } from '../limits/large-groups.ts';
import { makeRoles } from '../making/make-roles.ts';
import { Making } from '../making/making.ts';
import { makes } from '../making/making-rules.ts';
import type { MembershipBounds } from '../references/membership-bounds.ts';
import { Mentions } from '../references/mentions.ts';
import { MissingRecords } from '../notes/missing-records.ts';
import { NeededRoles } from '../making/needed-roles.ts';
import { limitsOf, neverOverfull } from '../limits/overfull.ts';
import { type HasLanded, RowIds } from '../ids/row-ids.ts';
import type { PlanFacts } from '../notes/plan-facts.ts';
import { RecordCheck, type Reports } from './record-check.ts';
import { knowsRepeats, ReferenceIndex } from '../references/reference-index.ts';
import { Rejects } from '../notes/rejects.ts';
import { emptyTallies, type RowTally } from '../notes/row-tally.ts';
import { addUnsureIds } from '../making/unsure-ids.ts';
import { TwoPersonGroups } from '../making/two-person-groups.ts';
import { Warnings } from '../notes/warnings.ts';
import { openWorkTables } from '../notes/work-tables.ts';

/** Receives rows and fields that are not planned. */
export interface IntakeReports {
  readonly onReject: (reject: Reject) => void;
  readonly onDropped: (dropped: DroppedField) => void;
}

/** The state that the passes of all kinds share while rows are read: the index of ids, the counts and the work tables. */
export class Intake implements Disposable {
  readonly work: DatabaseSync;
  readonly tallies: Record<Kind, RowTally> = emptyTallies();
  readonly inputs: InputNumbers = new InputNumbers();
  readonly referenceIndex: ReferenceIndex;
  readonly idMap: IdMap;
  readonly rowIds: RowIds;
  readonly clashes: IdClashes;
  readonly derived: DerivedRecords;
  readonly making: Making;
  readonly twoPersonGroups: TwoPersonGroups;
  readonly missingRecords: MissingRecords;
  readonly notes: BlockNotes;
  readonly reports: Reports;
  /** Present when some records are left to a later job. */
  readonly later: LaterRecords | undefined;
  readonly limits: RelationLimits;
  readonly #rules: PlanRules;
  readonly #causes: Causes;
  readonly #finder: FaultFinder;
  readonly #hosts: AttachmentHosts;

  /**
   * @param workFile for tables that are needed until the plan is complete
   * @param hasLanded undefined for a first plan
   */
  constructor(
    workFile: string,
    rules: PlanRules,
    hasLanded: HasLanded | undefined,
    { onReject, onDropped }: IntakeReports,
  ) {
    this.#rules = rules;
    this.limits = limitsOf(rules);
    this.later = LaterRecords.of(rules);
    const work = (this.work = openWorkTables(workFile));
    const { tallies } = this;
    const winner = rules.duplicates === 'last' ? 'last' : 'first';
    const referenceIndex = new ReferenceIndex(winner, makes(rules, 'members'));
    this.referenceIndex = referenceIndex;
    const causes = (this.#causes = new Causes(work));
    const missingRecords = (this.missingRecords = new MissingRecords(work, tallies));
    const identity = idIdentity(rules);
    const idMap = (this.idMap = new IdMap(work, identity));
    const rowIds = (this.rowIds = new RowIds(work, identity, hasLanded));
    this.clashes = new IdClashes(rules);
    const making = (this.making = new Making(work, rules, { idMap, referenceIndex }));
    const derived = (this.derived = new DerivedRecords(work, making.records.counts));
    this.twoPersonGroups = new TwoPersonGroups(work, referenceIndex, tallies, rules);
    this.#finder = new FaultFinder(rules, { referenceIndex, missingRecords, maker: making.maker });
    const rejects = new Rejects({ tallies, causes, missingRecords }, onReject);
    const warnings = new Warnings(tallies, causes);
    const roles = new NeededRoles();
    const droppedFields = new DroppedFields(warnings, onDropped);
    const reports = (this.reports = { rejects, warnings, roles, droppedFields });
    const hosts = (this.#hosts = new AttachmentHosts(warnings));
    const mentions = new Mentions(referenceIndex, warnings);
    const { knownDetails } = making;
    this.notes = new BlockNotes({
      ...reports,
      derived,
      mentions,
      hosts,
      severalNames: new SeveralNames(warnings),
      idMap,
      rowIds,
      knownDetails,
    });
  }

  /** Whether kept records of a kind are certain to be planned, unless they repeat the hash of another record. */
  isSureWhenKept(kind: Kind): boolean {
    const isLeft = this.later?.mayLeave(kind) === true;
    return knowsRepeats(kind) && this.boundsOf(kind) === undefined && kind !== 'roles' && !isLeft;
  }

  /** The numbers of memberships, if there may be more than the service allows. This is certain only after all memberships are known. */
  boundsOf(kind: Kind): MembershipBounds | undefined {
    const isOverfull =
      kinds[kind].isMembership === true && !neverOverfull(this.referenceIndex, this.limits);
    return isOverfull ? this.referenceIndex.membershipBounds : undefined;
  }

  /** Checks the records of a kind one by one. */
  checkOf(kind: Kind): RecordCheck {
    const { referenceIndex, making, reports } = this;
    return new RecordCheck(
      kind,
      this.#rules,
      referenceIndex,
      this.#finder,
      making.records,
      reports,
      this.later,
    );
  }

  /** Makes the roles that users have and that have no row, if the rules ask for it. */
  makeRoles(): void {
    if (!makes(this.#rules, 'roles')) return;
    const { idMap, tallies, referenceIndex } = this;
    const { roles, rejects } = this.reports;
    makeRoles(roles, this.making.records, {
      idMap,
      referenceIndex,
      rejects,
      tally: tallies.roles,
    });
  }

  /** @throws {PlanError} `id-clash` when it is uncertain whether a made record stands for one person */
  refuseUnsureIds(): void {
    addUnsureIds(this.work, this.#rules, this.clashes);
    this.clashes.refuseUnsure();
  }

  /** Warns about groups with many members. @param groups undefined when the plan has none */
  warnOfLargeGroups(groups: RecordSpool | undefined): void {
    if (groups === undefined) return;
    warnOfLargeGroups(groups, this.referenceIndex, this.inputs, this.reports.warnings);
  }

  /** Completes the work tables and closes them. @param inputs includes inputs without a row */
  complete(inputs: readonly PlanInput[]): PlanFacts {
    for (const { kind, file } of inputs) this.inputs.numberOf(kind, file);
    this.#causes.sumUp();
    const roles = this.reports.roles.list(this.idMap);
    this.work.exec('COMMIT');
    this.work.close();
    return {
      inputs: this.inputs.all,
      tallies: this.tallies,
      madeCounts: this.making.records.counts,
      directConversations: this.twoPersonGroups.count,
      usersWithoutMessages: this.referenceIndex.usersWithoutMessages(),
      attachmentHosts: this.#hosts.top,
      roles: roles.map(({ role, name, users }) => ({
        role,
        name,
        users,
        ...(this.#isPlanned(role) ? { isPlanned: true } : {}),
      })),
      droppedFields: this.reports.droppedFields.count,
    };
  }

  #isPlanned(role: string): boolean {
    return this.reports.roles.isMade(role) || this.referenceIndex.has('roles', idHash(role));
  }

  [Symbol.dispose](): void {
    if (this.work.isOpen) this.work.close();
  }
}
