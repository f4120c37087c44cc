import { limits, type Problem, problem } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';

/** Every app has it. */
export const DEFAULT_ROLE = 'default';

/** Counts the roles of a plan against the number that an app can have. */
export class RoleLimit {
  #left: number = limits.rolesPerApp;

  /** Takes a place for a role. @returns why there is none; `undefined` when there is */
  problemOf(role: string): Problem | undefined {
    if (role === DEFAULT_ROLE || this.#left-- > 0) return undefined;
    const detail = `at most ${limits.rolesPerApp}`;
    return problem('too-many-roles', { field: 'role', value: role, detail });
  }

  /** The roles of a spool that are too many, those that come first being kept. */
  *excess(
    spool: RecordSpool,
  ): Generator<{ readonly record: StoredRecord; readonly problem: Problem }> {
    const reader = new RecordReader(spool);
    for (let slot = 0; slot < spool.records; slot++) {
      const record = reader.read(slot);
      if (spool.dropped.has(record.ordinal)) continue;
      const found = this.problemOf(idOfEntry(record.wire));
      if (found !== undefined) yield { record, problem: found };
    }
  }
}
