import { idHash, type Problem } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import type { RootCause } from '../plan/plan-summary.ts';
import type { StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { recordText } from '../spool/wire.ts';
import type { InputNumbers } from './input-numbers.ts';
import type { NeededRoles } from './needed-roles.ts';
import type { Rejects } from './rejects.ts';
import type { SplitRows } from './split-rows.ts';

/** Removes spooled records from the plan. */
export class Withdrawals {
  readonly #spool: RecordSpool;
  readonly #splitRows: SplitRows;
  readonly #inputs: InputNumbers;
  readonly #reports: { rejects: Rejects; roles: NeededRoles };

  constructor(
    spool: RecordSpool,
    splitRows: SplitRows,
    inputs: InputNumbers,
    reports: { rejects: Rejects; roles: NeededRoles },
  ) {
    this.#spool = spool;
    this.#splitRows = splitRows;
    this.#inputs = inputs;
    this.#reports = reports;
  }

  /** @returns hash of the record's id */
  reject(record: StoredRecord, problem: Problem, root?: RootCause): number {
    const { kind } = this.#spool;
    const id = idOfEntry(record.wire);
    const origin = this.#inputs.originOf(record.origin);
    const row = recordText(record.wire);
    const found = [root === undefined ? { problem } : { problem, root }];
    this.#reports.rejects.add({ kind, id, origin, found, row });
    this.drop(record);
    this.#splitRows.fell(record.ordinal);
    return idHash(id);
  }

  /** Removes a record that is not rejected, such as one that repeats another. */
  drop(record: StoredRecord): void {
    this.#spool.drop(record);
    this.#reports.roles.drop(this.#spool.kind, record.wire);
  }
}
