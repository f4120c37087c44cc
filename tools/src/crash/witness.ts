import type { DatabaseSync } from 'node:sqlite';
import type { ImportKind } from '@chatferry/contract';

/** A record that the service stored, in the order in which it did. */
export interface Sighting {
  readonly kind: ImportKind;
  readonly id: string;
}

/**
 * Has the service's database itself write down the order in which it stores records of all kinds. The note is part of
 * the very transaction that stores the record, so no crash can part them.
 */
export function installWitness(db: DatabaseSync): void {
  const noted: Record<ImportKind, string> = {
    users: 'new.uid',
    groups: 'new.guid',
    members: `new.guid || '_member_' || new.uid`,
    messages: 'new.muid',
  };
  db.exec(
    `CREATE TABLE IF NOT EXISTS witness (seq INTEGER PRIMARY KEY, kind TEXT, id TEXT) STRICT`,
  );
  for (const [kind, id] of Object.entries(noted))
    db.exec(`CREATE TRIGGER IF NOT EXISTS witness_${kind} AFTER INSERT ON ${kind}
      BEGIN INSERT INTO witness (kind, id) VALUES ('${kind}', ${id}); END`);
}

export function sightings(db: DatabaseSync): Sighting[] {
  return db.prepare('SELECT kind, id FROM witness ORDER BY seq').all() as unknown as Sighting[];
}
