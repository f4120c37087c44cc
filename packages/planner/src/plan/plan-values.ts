import type { DatabaseSync } from 'node:sqlite';

/** Reads the table `plan`. @returns a function for the value of a key, which must exist */
export function planValues(db: DatabaseSync): (key: string) => string {
  const rows = db.prepare('SELECT key, value FROM plan').all();
  const values = new Map(rows.map(({ key, value }) => [key, value as string]));
  return (key) => {
    const value = values.get(key);
    if (value === undefined) throw new TypeError(`no ${key} in table plan`);
    return value;
  };
}
