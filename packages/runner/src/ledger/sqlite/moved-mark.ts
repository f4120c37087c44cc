import type { DatabaseSync } from 'node:sqlite';
import { LedgerError } from '../ledger-error.ts';

/** The store that has the ledger of a job, in place of the file in the job folder. */
export interface MovedLedger {
  /** The id of the store; two addresses may lead to the same store. */
  readonly id: string;
  /** For messages. */
  readonly name: string;
  /** `moving`: the file has everything, and the store may have it already. */
  readonly state: 'moving' | 'moved';
}

export function movedIn(db: DatabaseSync): MovedLedger | undefined {
  const row = db.prepare("SELECT value FROM run WHERE key = 'store'").get();
  return row === undefined ? undefined : (JSON.parse(row['value'] as string) as MovedLedger);
}

export function putMoved(db: DatabaseSync, moved: MovedLedger): void {
  db.prepare("INSERT OR REPLACE INTO run VALUES ('store', ?)").run(JSON.stringify(moved));
}

/** @throws {LedgerError} `ledger-elsewhere` for a ledger that a store has */
export function refuseMoved(db: DatabaseSync, path: string): void {
  const moved = movedIn(db);
  if (moved !== undefined) throw movedError(path, moved);
}

export function movedError(path: string, { name, state }: MovedLedger): LedgerError {
  return new LedgerError(
    'ledger-elsewhere',
    state === 'moved'
      ? `The ledger of this job is in ${name}.`
      : `The ledger of this job was being moved to ${name}.`,
    {
      file: path,
      fix:
        state === 'moved'
          ? 'Run the job there, or move the ledger back into the job folder.'
          : 'Move it there again: what is there already stays.',
    },
  );
}
