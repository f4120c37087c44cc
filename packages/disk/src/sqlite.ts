import type { DatabaseSync } from 'node:sqlite';

type SqliteCode =
  | 'busy'
  | 'readOnly'
  | 'ioError'
  | 'corrupt'
  | 'full'
  | 'cannotOpen'
  | 'protocol'
  | 'notADatabase';

/** Primary result codes of SQLite; see sqlite.org/rescode.html. */
export const sqliteCodes: Readonly<Record<SqliteCode, number>> = {
  busy: 5,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  protocol: 15,
  notADatabase: 26,
};

/** SQLite's primary result code; undefined for an error of something else. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}

/** Commits all changes of `work`, or none when it throws. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk makes SQLite roll back by itself.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/**
 * Iterates rows, and lets `guard` translate the errors of SQLite while it opens or reads them. Errors that the consumer of the rows
 * throws are not translated.
 */
export function* guardedRows<Row>(
  guard: <T>(read: () => T) => T,
  open: () => Iterator<Row>,
): Generator<Row, void, undefined> {
  const rows = guard(open);
  try {
    for (;;) {
      const row = guard(() => rows.next());
      if (row.done === true) return;
      yield row.value;
    }
  } finally {
    rows.return?.();
  }
}
