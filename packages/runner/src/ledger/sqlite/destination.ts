import type { DatabaseSync } from 'node:sqlite';
import { type JobTarget, nameOfTarget, placeOf } from '../job-target.ts';
import { damagedLedger, LedgerError } from '../ledger-error.ts';

/** Where a job is sent to, and the options of the latest run. */
export interface Destination {
  readonly target: JobTarget;
  /** The options as they were typed, without the target; only to suggest the next command. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Proves that a holder of the key sent the job to the address of the target. Absent for an address of the service itself. */
  readonly addressProof?: string | undefined;
}

/** Writes the destination into a ledger. Call it in a transaction. */
export function putDestination(
  db: DatabaseSync,
  { target, options, addressProof }: Destination,
): void {
  const { appId, region, baseUrl } = target;
  const put = db.prepare('INSERT OR REPLACE INTO run VALUES (?, ?)');
  put.run('target', JSON.stringify({ appId, region, baseUrl }));
  put.run('options', JSON.stringify(options));
  if (addressProof !== undefined) put.run('address-proof', addressProof);
}

/** @throws {LedgerError} `no-target` when the ledger does not name the app that its records went to */
export function destinationIn(db: DatabaseSync, path: string): Destination {
  const target = valueOf(db, 'target');
  if (target === undefined)
    throw new LedgerError('no-target', `${path} does not name the app that its records went to.`, {
      file: path,
      fix: 'Put a copy of the ledger back, or move it away and run again: records that landed are then answered with "already exists" and count as present.',
    });
  try {
    return {
      target: JSON.parse(target) as JobTarget,
      options: JSON.parse(valueOf(db, 'options') ?? '{}') as Destination['options'],
      addressProof: valueOf(db, 'address-proof'),
    };
  } catch (error) {
    throw damagedLedger(path, error as Error);
  }
}

/**
 * Keeps a job to one app. A ledger without settled records may change to another app; its entries about the first app are
 * removed, because they do not apply to the second.
 *
 * @throws {LedgerError} `other-target` when records of the job went to another app
 */
export function keepToDestination(
  db: DatabaseSync,
  path: string,
  { target: before }: Destination,
  to: Destination,
): void {
  if (placeOf(before) !== placeOf(to.target)) {
    if (hasSettled(db))
      throw new LedgerError(
        'other-target',
        `Records of this job have been sent to ${nameOfTarget(before)}, and ${nameOfTarget(to.target)} does not have them.`,
        {
          file: path,
          fix: 'To send them there as well, plan them into a job folder of their own.',
        },
      );
    for (const table of [
      'runs',
      'lanes',
      'batches',
      'outcomes',
      'troubles',
      'minutes',
      'message_ids',
    ])
      db.exec(`DELETE FROM ${table}`);
    db.exec("DELETE FROM run WHERE key IN ('instance', 'live')");
  }
  putDestination(db, to);
}

/** The id of the local service that the records went to; each of its databases has its own id. */
export function instanceIn(db: DatabaseSync): string | undefined {
  return valueOf(db, 'instance');
}

export function putInstance(db: DatabaseSync, instance: string): void {
  db.prepare("INSERT OR REPLACE INTO run VALUES ('instance', ?)").run(instance);
}

/** Whether the operator has allowed the live operations of the plan. */
export function isLiveAllowedIn(db: DatabaseSync): boolean {
  return valueOf(db, 'live') !== undefined;
}

export function putLiveAllowed(db: DatabaseSync): void {
  db.exec("INSERT OR REPLACE INTO run VALUES ('live', 'allowed')");
}

/** Whether any record may have been sent, or was settled without being sent. */
export function hasBegun(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM lanes').get() !== undefined;
}

export function hasSettled(db: DatabaseSync): boolean {
  const sum = 'created + present + failed + skipped + unresolved';
  return db.prepare(`SELECT 1 FROM lanes WHERE ${sum} > 0`).get() !== undefined;
}

function valueOf(db: DatabaseSync, key: string): string | undefined {
  const row = db.prepare('SELECT value FROM run WHERE key = ?').get(key);
  return row?.['value'] as string | undefined;
}
