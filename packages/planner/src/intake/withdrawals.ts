import { idHash, kinds, type Problem } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import type { RootCause } from '../plan/plan-summary.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { recordText } from '../spool/wire.ts';
import type { InputNumbers } from '../notes/input-numbers.ts';
import { membershipHashes } from '../references/membership-bounds.ts';
import type { NeededRoles } from '../making/needed-roles.ts';
import type { ReferenceIndex } from '../references/reference-index.ts';
import type { RowTally } from '../notes/row-tally.ts';
import type { Rejects } from '../notes/rejects.ts';
import type { SplitRows } from '../duplicates/split-rows.ts';

interface WithdrawalParts {
  readonly inputs: InputNumbers;
  readonly referenceIndex: ReferenceIndex;
  readonly reports: { readonly rejects: Rejects; readonly roles: NeededRoles };
}

/** Removes spooled records from the plan. */
export class Withdrawals {
  readonly #spool: RecordSpool;
  readonly #splitRows: SplitRows;
  readonly #parts: WithdrawalParts;

  constructor(spool: RecordSpool, splitRows: SplitRows, parts: WithdrawalParts) {
    this.#spool = spool;
    this.#splitRows = splitRows;
    this.#parts = parts;
  }

  /** Rejects a record. Records that refer to it lack their reference then. */
  reject(record: StoredRecord, problem: Problem, root?: RootCause): void {
    const { kind } = this.#spool;
    const { referenceIndex } = this.#parts;
    this.rejectRepeat(record, problem, root);
    referenceIndex.remove(kind, idHash(idOfEntry(record.wire)));
    if (kinds[kind].isMembership === true)
      referenceIndex.removeMember(...membershipHashes(record.wire));
  }

  /** Rejects a record whose id another planned record has. */
  rejectRepeat(record: StoredRecord, problem: Problem, root?: RootCause): void {
    const { kind } = this.#spool;
    const { inputs, reports } = this.#parts;
    const id = idOfEntry(record.wire);
    const origin = inputs.originOf(record.origin);
    const row = recordText(record.wire);
    const found = [root === undefined ? { problem } : { problem, root }];
    reports.rejects.add({ kind, id, origin, found, row });
    this.drop(record);
    this.#splitRows.fell(record.ordinal);
  }

  /** Leaves a record to a later job. */
  leave(record: StoredRecord, { filtered }: RowTally, reason: string): void {
    filtered.set(reason, (filtered.get(reason) ?? 0) + 1);
    this.drop(record);
  }

  /** Removes a record without rejecting it, such as a record that repeats another one. */
  drop(record: StoredRecord): void {
    this.#spool.drop(record);
    this.#parts.reports.roles.drop(this.#spool.kind, record.wire);
  }
}
