import type { DatabaseSync } from 'node:sqlite';
import type { ImportKind } from '@chatferry/contract';

/** A stored record of the service. The log has them in the order of storing. */
export interface Sighting {
  readonly kind: ImportKind;
  readonly id: string;
}

/**
 * Adds triggers to the service's database that log the order in which it stores records of all kinds. The log entry is in
 * the same transaction as the record, so a crash loses both or neither.
 */
export function installStoringLog(db: DatabaseSync): void {
  const noted: Record<ImportKind, string> = {
    users: 'new.uid',
    groups: 'new.guid',
    members: `new.guid || '_member_' || new.uid`,
    messages: 'new.muid',
  };
  db.exec(
    `CREATE TABLE IF NOT EXISTS storing_log (seq INTEGER PRIMARY KEY, kind TEXT, id TEXT) STRICT`,
  );
  for (const [kind, id] of Object.entries(noted))
    db.exec(`CREATE TRIGGER IF NOT EXISTS storing_log_${kind} AFTER INSERT ON ${kind}
      BEGIN INSERT INTO storing_log (kind, id) VALUES ('${kind}', ${id}); END`);
}

export function sightings(db: DatabaseSync): Sighting[] {
  return db.prepare('SELECT kind, id FROM storing_log ORDER BY seq').all() as unknown as Sighting[];
}
