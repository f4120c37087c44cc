import { closeSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { createNewFile, publishFile } from '@chatferry/disk';
import type { Plan } from '@chatferry/planner';
import { ledgerErrorFrom } from '../ledger-error.ts';
import {
  type Destination,
  destinationIn,
  instanceIn,
  isLiveAllowedIn,
  putInstance,
  putLiveAllowed,
} from './destination.ts';
import { createLedger, openForMove } from './open-ledger.ts';

/** The tables of a ledger that record events, each with its columns, in the order of copying. */
export const ledgerTables = {
  runs: ['number', 'started_at', 'routes', 'ended_at', 'end', 'reason', 'requests_before'],
  lanes: [
    'kind',
    'lane',
    'announced',
    'announced_at',
    'settled',
    'requests',
    'created',
    'present',
    'present_by_this_job',
    'present_same',
    'present_different',
    'failed',
    'skipped',
    'unresolved',
    'changed_at',
  ],
  batches: ['seq', 'kind', 'lane', 'state', 'attempts', 'marks', 'begun_at', 'changed_at'],
  outcomes: [
    'seq',
    'position',
    'kind',
    'id',
    'outcome',
    'code',
    'message',
    'details',
    'cause',
    'may_have_landed',
    'attempts',
    'file',
    'line',
  ],
  troubles: ['seq', 'at', 'records', 'code', 'message'],
  minutes: [
    'minute',
    'kind',
    'records',
    'requests',
    'again',
    'quota',
    'waited_ms',
    'why',
    'latency',
  ],
  message_ids: ['muid', 'from_time', 'to_time', 'id'],
} as const;

export type LedgerTable = keyof typeof ledgerTables;

/** The values of one row, in the order of the columns. */
export type LedgerRow = readonly (string | number | null)[];

/** What a ledger holds in addition to its tables. */
export interface LedgerHead extends Destination {
  readonly instance: string | undefined;
  readonly live: boolean;
}

/** Reads a ledger that a store takes over, even when the move has begun. @throws {LedgerError} */
export function readLedgerCopy<T>(
  path: string,
  plan: Plan,
  read: (head: LedgerHead, rowsOf: (table: LedgerTable) => Iterable<LedgerRow>) => Promise<T>,
): Promise<T> {
  return openForMove(path, plan, undefined, (db) =>
    read(
      {
        ...destinationIn(db, path),
        instance: instanceIn(db),
        live: isLiveAllowedIn(db),
      },
      function* (table) {
        const names = ledgerTables[table].map((name) => `"${name}"`).join(', ');
        const rows = db.prepare(`SELECT ${names} FROM ${table}`);
        rows.setReturnArrays(true);
        yield* rows.iterate() as unknown as Iterable<LedgerRow>;
      },
    ),
  );
}

/** Writes a whole ledger under another name, then renames it over an existing ledger. @throws {LedgerError} */
export async function writeLedgerCopy(
  path: string,
  plan: Plan,
  head: LedgerHead,
  rowsOf: (table: LedgerTable) => AsyncIterable<LedgerRow>,
): Promise<void> {
  const unfinished = `${path}.new`;
  try {
    rmSync(unfinished, { force: true });
    closeSync(createNewFile(unfinished));
    const db = new DatabaseSync(unfinished);
    try {
      createLedger(db, plan, head);
      db.exec('BEGIN');
      if (head.instance !== undefined) putInstance(db, head.instance);
      if (head.live) putLiveAllowed(db);
      for (const [table, columns] of Object.entries(ledgerTables)) {
        const names = columns.map((name) => `"${name}"`).join(', ');
        const marks = columns.map(() => '?').join(', ');
        const put = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${marks})`);
        for await (const row of rowsOf(table as LedgerTable))
          put.run(...(row as readonly SQLInputValue[]));
      }
      db.exec('COMMIT');
    } finally {
      db.close();
    }
    // SQLite would take the log of the replaced file for the log of the new file.
    if (existsSync(path))
      openForMove(path, plan, undefined, (old) => old.exec('PRAGMA journal_mode = DELETE'));
    publishFile(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw ledgerErrorFrom(error, path);
  }
}
