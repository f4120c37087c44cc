import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import {
  type LandedMessage,
  type LandedPart,
  landedParts,
  type LandedRow,
  messagesIn,
  ownersIn,
  partFrom,
} from './landed-parts.ts';
import { damagedPlan } from './plan-error.ts';

interface LandedPorts {
  readonly db: DatabaseSync;
  /** The path of the plan, for errors. */
  readonly path: string;
  readonly guarded: <T>(open: () => Iterator<T>) => Generator<T, void, undefined>;
}

/** The records that landed before a job, as stored in its plan. Empty unless the plan was made after another job. */
export class LandedRecords {
  readonly #ports: LandedPorts;

  constructor(ports: LandedPorts) {
    this.#ports = ports;
  }

  parts(kind: Kind): Generator<LandedPart> {
    const { db, guarded } = this.#ports;
    return guarded(() => landedParts(db, kind));
  }

  /** The part that contains the record with this number, from 0. @throws {PlanError} `damaged` when there is none */
  partOf(kind: Kind, number: number): LandedPart {
    const sql = 'SELECT * FROM landed WHERE kind = ? AND first <= ? ORDER BY first DESC LIMIT 1';
    const row = this.#first(sql, kind, number);
    if (row === undefined) throw damagedPlan(this.#ports.path, `${kind} ${number} did not land`);
    return partFrom(row);
  }

  /** Messages with their times in UNIX seconds; 0 for replies. */
  messages(kind: 'messages' | 'replies'): Generator<LandedMessage> {
    return messagesIn(this.parts(kind));
  }

  /** For each group with an owner, the `pairHash` of group and owner. */
  owners(): Generator<number> {
    return ownersIn(this.parts('groups'));
  }

  has(kind: Kind, id: string): boolean {
    const sql = 'SELECT * FROM landed WHERE kind = ? AND instr(ids, ?) > 0 LIMIT 1';
    return this.#first(sql, kind, JSON.stringify(id)) !== undefined;
  }

  #first(sql: string, ...values: SQLInputValue[]): LandedRow | undefined {
    const { db, guarded } = this.#ports;
    const [row] = guarded(
      () => db.prepare(sql).iterate(...values) as unknown as Iterator<LandedRow>,
    );
    return row;
  }
}
