import {
  counted,
  column,
  COLUMNS,
  type Kind,
  kinds,
  type Problem,
  problem,
  type RecordBlock,
} from '@chatferry/contract';
import { bodyFrame } from '../plan/batch.ts';
import type { PlanRules } from '../plan/plan-rules.ts';
import { blankField, recordText } from '../spool/wire.ts';
import type { DroppedFields } from '../notes/dropped-fields.ts';
import type { LaterRecords } from '../references/later-records.ts';
import { type FaultFinder, notAMember } from './fault-finder.ts';
import { suspectRecord } from '../references/suspect-record.ts';
import type { MadeRecords } from '../making/made-records.ts';
import type { NeededRoles } from '../making/needed-roles.ts';
import { fault, type ReferenceIndex } from '../references/reference-index.ts';
import type { Rejects } from '../notes/rejects.ts';
import type { Warnings } from '../notes/warnings.ts';

/**
 * The result for a record. `keep`; `changed`: keep it, but its bytes in the block have changed; `repeat`: keep it until the duplicates of
 * the kind are settled, because an earlier record has its hash; `rejected`: its problems were reported.
 */
export type CheckResult = 'keep' | 'changed' | 'repeat' | 'rejected';

/** Where the results of checks are reported. */
export interface Reports {
  readonly rejects: Rejects;
  readonly warnings: Warnings;
  readonly roles: NeededRoles;
  readonly droppedFields: DroppedFields;
}

/** Checks each record of one kind when it is read: its references and its size. */
export class RecordCheck {
  readonly #kind: Kind;
  readonly #rules: PlanRules;
  readonly #referenceIndex: ReferenceIndex;
  readonly #finder: FaultFinder;
  readonly #reports: Reports;
  readonly #made: MadeRecords;
  readonly #frame: number;
  /** Undefined when no record of the kind can be left to a later job, which would check it. */
  readonly #later: LaterRecords | undefined;

  constructor(
    kind: Kind,
    rules: PlanRules,
    referenceIndex: ReferenceIndex,
    finder: FaultFinder,
    made: MadeRecords,
    reports: Reports,
    later: LaterRecords | undefined,
  ) {
    this.#kind = kind;
    this.#rules = rules;
    this.#referenceIndex = referenceIndex;
    this.#finder = finder;
    this.#made = made;
    this.#reports = reports;
    this.#frame = bodyFrame(kind);
    this.#later = later?.mayLeave(kind) === true ? later : undefined;
  }

  /**
   * Checks a record. Runs for every record, so it uses numbers only, and makes no object for a record without faults.
   *
   * @param bytes size of the record
   * @param already a problem that was found before
   */
  check(block: RecordBlock, index: number, bytes: number, already?: Problem): CheckResult {
    const at = index * COLUMNS;
    if (this.#later?.isLeft(this.#kind, block.columns, at) === true)
      return this.#referenceIndex.enter(this.#kind, block.columns, at) ? 'repeat' : 'keep';
    const faults = this.#referenceIndex.faults(this.#kind, block.columns, at);
    const tooLarge = bytes + this.#frame > this.#rules.maxRequestBytes;
    // A repeated warning is only counted, and the record does not enter the reference index: only messages get this warning, and no
    // record refers to messages.
    const isWarning =
      faults === fault.notAMember && this.#rules.senderNotMember === 'warn' && !tooLarge;
    if (isWarning && this.#reports.warnings.addAgain(this.#kind, 'not-a-member', 'sender')) {
      this.#made.noteTime(block.columns, at);
      return 'keep';
    }
    if (
      (faults !== 0 || tooLarge || already !== undefined) &&
      !this.#passes(block, index, faults, already ?? (tooLarge ? this.#tooLarge(bytes) : undefined))
    )
      return 'rejected';
    this.#made.noteTime(block.columns, at);
    const isRepeat = this.#referenceIndex.enter(this.#kind, block.columns, at);
    if (isRepeat) return 'repeat';
    return (faults & fault.joinedTooEarly) === 0 ? 'keep' : 'changed';
  }

  #tooLarge(bytes: number): Problem {
    const detail = `${counted(bytes, 'byte')}, a request may have ${this.#rules.maxRequestBytes}`;
    return problem('record-too-large', { detail });
  }

  /** Reports the faults of a record. @param before a problem that does not concern its references */
  #passes(block: RecordBlock, index: number, faults: number, before: Problem | undefined): boolean {
    const { rejects, warnings, roles, droppedFields } = this.#reports;
    const record = suspectRecord(block, index);
    const { id, origin, kind, wire } = record;
    const already = before === undefined ? [] : [{ problem: before }];
    const found = this.#finder.problemsOf(record, faults, already);
    if (found.length > 0) {
      rejects.add({ kind, id, origin, found, row: recordText(wire) });
      roles.drop(kind, wire);
      return false;
    }
    if ((faults & fault.joinedTooEarly) !== 0) {
      droppedFields.add(record, 'joinedAt', this.#finder.tooEarly(record));
      blankField(wire, 'joinedAt');
      block.columns[record.at + column.time] = 0;
    }
    const isMessage = kinds[kind].lanes === 'conversation';
    if (isMessage && this.#referenceIndex.isFromOutside(record.columns, record.at))
      warnings.add(kind, origin, id, notAMember(record));
    return true;
  }
}
