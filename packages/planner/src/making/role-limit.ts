import { limits, type Problem, problem } from '@chatferry/contract';
import { idOfEntry } from '../plan/batch.ts';
import { RecordReader, type StoredRecord } from '../spool/record-reader.ts';
import type { RecordSpool } from '../spool/record-spool.ts';

/** The role that every app has. */
export const DEFAULT_ROLE = 'default';

/** Counts the roles of a plan against the number that an app can have. */
export class RoleLimit {
  #left: number = limits.rolesPerApp;

  /** Counts a role. @returns the problem of a role above the limit; `undefined` below it */
  problemOf(role: string): Problem | undefined {
    if (role === DEFAULT_ROLE || this.#left-- > 0) return undefined;
    const detail = `at most ${limits.rolesPerApp}`;
    return problem('too-many-roles', { field: 'role', value: role, detail });
  }

  /** The roles of a spool above the limit. The first roles are kept. */
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
