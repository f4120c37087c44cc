import { DatabaseSync } from 'node:sqlite';
import type { Rig } from './rig.ts';

export const REFUSED = 'refused by the test';

/** Has SQLite refuse each change of some tables of the ledger. @returns ends that */
export function refuseWrites(
  rig: Rig,
  when: { table?: string; condition?: string } = {},
): () => void {
  rig.withLedger(() => {});
  using db = new DatabaseSync(rig.ledgerPath);
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'run%'")
    .all()
    .map(({ name }) => name as string)
    .filter((name) => when.table === undefined || name === when.table);
  const triggers = tables.flatMap((table) =>
    ['INSERT', 'UPDATE'].map((change) => {
      const name = `refuse_${table}_${change}`;
      db.exec(
        `CREATE TRIGGER ${name} BEFORE ${change} ON ${table} WHEN ${when.condition ?? 'true'}
         BEGIN SELECT RAISE(ABORT, '${REFUSED}'); END`,
      );
      return name;
    }),
  );
  return () => {
    using again = new DatabaseSync(rig.ledgerPath);
    for (const name of triggers) again.exec(`DROP TRIGGER ${name}`);
  };
}
