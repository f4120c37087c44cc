import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { byKind } from '@chatferry/contract';
import { transaction } from '@chatferry/disk';
import type { Plan } from '@chatferry/planner';
import { changedInputs } from '../changed-inputs.ts';
import type { PlannedCounts } from './counts.ts';
import {
  type Destination,
  destinationIn,
  hasBegun,
  isLiveAllowedIn,
  keepToDestination,
  putDestination,
} from './destination.ts';
import { Ledger } from './ledger.ts';
import {
  damagedLedger,
  LedgerError,
  ledgerErrorFrom,
  refuseOtherThanFile,
} from '../ledger-error.ts';
import { movedIn, refuseMoved } from './moved-mark.ts';
import { APPLICATION_ID, FORMAT_VERSION, SCHEMA } from './schema.ts';

/** How long to wait for a program that reads the file. */
const TIMEOUT_MS = 5000;

/** Larger files are not checked when they are opened; damage is then found when it is read. */
const CHECKED_BYTES = 256 * 1024 * 1024;

/**
 * Opens the ledger of a plan for writing, and creates it when there is none.
 *
 * @param to where the job is sent to; absent for a ledger that must exist
 * @throws {LedgerError} when it belongs to another plan or app, is damaged or cannot be written; it is then unchanged
 */
export function openLedger(path: string, plan: Plan, to?: Destination): Ledger {
  return opened(path, false, (db) => {
    const isNew = isEmpty(db);
    if (isNew && to === undefined) throw noLedger(path);
    const before = isNew ? undefined : check(db, path, plan);
    if (!isNew) refuseMoved(db, path);
    // Only after the checks, because this changes the file. The write-ahead log lets others read while the run writes, and makes a commit one append.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    if (to !== undefined) {
      if (before === undefined) createLedger(db, plan, to);
      else transaction(db, () => keepToDestination(db, path, before, to));
    }
    return new Ledger(path, db, plannedOf(plan));
  });
}

/**
 * Where a job is sent to, and with which options, even if the run sent nothing.
 * @returns undefined before the first run, or when the ledger cannot be read
 */
export function rememberedDestination(path: string): Destination | undefined {
  return rememberedFrom(path, (db) => destinationIn(db, path));
}

/**
 * Where records of a job went, or may have gone. An app that refused the run before the first record does not count.
 * @returns undefined when nothing was sent yet, or the ledger cannot be read
 */
export function sentDestination(path: string): Destination | undefined {
  return rememberedFrom(path, (db) =>
    hasBegun(db) || movedIn(db) !== undefined ? destinationIn(db, path) : undefined,
  );
}

/** Reads from a ledger; undefined when there is none, or it cannot be read. */
export function rememberedFrom<T>(path: string, read: (db: DatabaseSync) => T): T | undefined {
  if (!existsSync(path)) return undefined;
  try {
    refuseOtherThanFile(path, 'not-a-ledger');
    using db = new DatabaseSync(path, { readOnly: true, timeout: TIMEOUT_MS });
    return isEmpty(db) ? undefined : read(db);
  } catch {
    return undefined;
  }
}

/** Whether an earlier run was allowed to send the live operations of its plan; false when the ledger cannot be read. */
export function remembersLive(path: string): boolean {
  return rememberedFrom(path, isLiveAllowedIn) ?? false;
}

/** When the job was first run, milliseconds since 1970. The time distinguishes the job's ledger from a ledger that was begun later. */
export function firstRunAt(path: string): number | undefined {
  const sql = 'SELECT started_at AS at FROM runs ORDER BY number LIMIT 1';
  return rememberedFrom(path, (db) => db.prepare(sql).get()?.['at'] as number | undefined);
}

/** Opens a ledger for reading, even while a run writes it. @throws {LedgerError} as `openLedger`, and `no-ledger` */
export function openLedgerReadOnly(path: string, plan: Plan): DatabaseSync {
  if (!existsSync(path)) throw noLedger(path);
  return opened(path, true, (db) => {
    if (!isEmpty(db)) {
      check(db, path, plan);
      refuseMoved(db, path);
    }
    return db;
  });
}

/**
 * Opens a ledger to move it, even if a store has the ledger.
 *
 * @param to creates it when there is none; absent for a ledger that must exist
 * @throws {LedgerError}
 */
export function openForMove<T>(
  path: string,
  plan: Plan,
  to: Destination | undefined,
  use: (db: DatabaseSync) => T,
): T {
  return opened(path, false, (db) => {
    const isNew = isEmpty(db);
    if (isNew && to === undefined) throw noLedger(path);
    if (isNew) createLedger(db, plan, to!);
    else check(db, path, plan);
    db.exec('PRAGMA synchronous = FULL');
    const result = use(db);
    if (result instanceof Promise)
      return result
        .catch((error: unknown) => {
          throw ledgerErrorFrom(error, path);
        })
        .finally(() => db.close()) as T;
    db.close();
    return result;
  });
}

export function plannedOf({ summary }: Plan): PlannedCounts {
  return byKind((kind) => summary.kinds[kind].planned);
}

function opened<T>(path: string, readOnly: boolean, use: (db: DatabaseSync) => T): T {
  let db: DatabaseSync | undefined;
  try {
    refuseOtherThanFile(path, 'not-a-ledger');
    db = new DatabaseSync(path, { readOnly, timeout: TIMEOUT_MS });
    return use(db);
  } catch (error) {
    if (db?.isOpen === true) db.close();
    throw ledgerErrorFrom(error, path);
  }
}

/** The state of each file when it was checked. */
const checked = new Map<string, string>();

/** Checks a whole ledger once, until the file changes: a page about a job opens the ledger several times. */
function checkOnce(db: DatabaseSync, path: string): void {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  if (size > CHECKED_BYTES) return;
  const state = `${ino} ${size} ${mtimeNs}`;
  if (checked.get(path) === state) return;
  checkPages(db, path);
  checked.set(path, state);
}

/** Also true of a ledger whose creation was interrupted: all tables are created in one transaction. */
export function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

function noLedger(path: string): LedgerError {
  return new LedgerError('no-ledger', `${path} does not exist: nothing was sent yet.`, {
    file: path,
    fix: 'Run the plan first.',
  });
}

/** Everything that a ledger needs is in its first commit. */
export function createLedger(db: DatabaseSync, plan: Plan, to: Destination): void {
  transaction(db, () => {
    db.exec(SCHEMA);
    const put = db.prepare('INSERT INTO run VALUES (?, ?)');
    put.run('plan', plan.id);
    put.run('inputs', JSON.stringify(plan.inputs));
    putDestination(db, to);
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION}`);
  });
}

/** @returns where the records of the ledger went */
function check(db: DatabaseSync, path: string, plan: Plan): Destination {
  if (headerNumber(db, 'application_id') !== APPLICATION_ID)
    throw new LedgerError('not-a-ledger', `${path} is a database, but not a ledger of chatferry.`, {
      file: path,
      fix: 'Move the file away, or choose another job folder.',
    });
  const version = headerNumber(db, 'user_version');
  if (version !== FORMAT_VERSION) {
    const isNewer = version > FORMAT_VERSION;
    throw new LedgerError(
      isNewer ? 'newer-version' : 'older-version',
      `${path} was written by ${isNewer ? 'a later' : 'an older'} chatferry (format ${version}, this one reads ${FORMAT_VERSION}).`,
      { file: path, fix: 'Finish the job with the version of chatferry that it was begun with.' },
    );
  }
  checkOnce(db, path);
  checkPlan(db, path, plan);
  return destinationIn(db, path);
}

function checkPages(db: DatabaseSync, path: string): void {
  const result = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (result !== 'ok') throw damagedLedger(path, new Error(String(result)));
}

function checkPlan(db: DatabaseSync, path: string, plan: Plan): void {
  const values = new Map(
    db
      .prepare('SELECT key, value FROM run')
      .all()
      .map(({ key, value }) => [key, value as string]),
  );
  if (plan.includes(values.get('plan') ?? '')) return;
  const changed = changedInputs(JSON.parse(values.get('inputs') ?? '[]'), plan.inputs);
  throw new LedgerError(
    'other-plan',
    `${path} belongs to another plan than ${plan.path}. ${changed}`,
    {
      file: path,
      fix: 'Put the inputs and settings back as they were and plan again, or take a new job folder for the new plan: records that landed are then answered with "already exists" and count as present.',
    },
  );
}

function headerNumber(db: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return db.prepare(`PRAGMA ${name}`).get()![name] as number;
}
