import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { changedInputs } from './changed-inputs.ts';
import type { Planned } from './counts.ts';
import { transaction } from './group-commit.ts';
import { Ledger } from './ledger.ts';
import { damagedLedger, LedgerError, ledgerErrorFrom } from './ledger-error.ts';
import { APPLICATION_ID, FORMAT_VERSION, SCHEMA } from './schema.ts';

/** How long to wait for a program that only looks into the file. */
const PATIENCE_MS = 5000;

/** Larger files are not read through when they are opened; damage is then found when it is met. */
const CHECKED_BYTES = 256 * 1024 * 1024;

/**
 * Opens the ledger of a plan for writing, and makes it when there is none.
 * @throws {LedgerError} when it belongs to another plan, is damaged or cannot be written; it then stays as it is
 */
export function openLedger(path: string, plan: Plan): Ledger {
  return opened(path, false, (db) => {
    if (isEmpty(db)) create(db, plan);
    else {
      check(db, path, plan);
      addLaterColumns(db);
    }
    return new Ledger(path, db, plannedOf(plan));
  });
}

/** Opens a ledger to look at it, also while a run writes it. @throws {LedgerError} as `openLedger`, and `no-ledger` */
export function openLedgerReadOnly(path: string, plan: Plan): DatabaseSync {
  if (!existsSync(path))
    throw new LedgerError('no-ledger', `${path} does not exist: nothing was sent yet.`, {
      file: path,
      fix: 'Run the plan first.',
    });
  return opened(path, true, (db) => {
    if (!isEmpty(db)) check(db, path, plan);
    return db;
  });
}

export function plannedOf({ summary }: Plan): Planned {
  return Object.fromEntries(
    kindsInOrder.map((kind) => [kind, summary.kinds[kind].planned]),
  ) as Record<Kind, number>;
}

function opened<T>(path: string, readOnly: boolean, use: (db: DatabaseSync) => T): T {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly, timeout: PATIENCE_MS });
    if (!readOnly) {
      // The write-ahead log lets others look while the run writes, and makes a commit one append.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    }
    return use(db);
  } catch (error) {
    if (db?.isOpen === true) db.close();
    throw ledgerErrorFrom(error, path);
  }
}

/** Also true of a ledger whose making was cut short: the tables come in one transaction. */
function isEmpty(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
}

function create(db: DatabaseSync, plan: Plan): void {
  transaction(db, () => {
    db.exec(SCHEMA);
    const put = db.prepare('INSERT INTO run VALUES (?, ?)');
    put.run('plan', plan.id);
    put.run('inputs', JSON.stringify(plan.inputs));
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION}`);
  });
}

/** A ledger that was begun by an older chatferry goes on with this one, and the other way round. */
function addLaterColumns(db: DatabaseSync): void {
  const columns = db.prepare("SELECT name FROM pragma_table_info('runs')").all();
  if (columns.every(({ name }) => name !== 'requests_before'))
    db.exec('ALTER TABLE runs ADD COLUMN requests_before INTEGER');
}

function check(db: DatabaseSync, path: string, plan: Plan): void {
  if (headerNumber(db, 'application_id') !== APPLICATION_ID)
    throw new LedgerError('not-a-ledger', `${path} is a database, but not a ledger of chatferry.`, {
      file: path,
      fix: 'Move the file away, or name another job folder with --job.',
    });
  const version = headerNumber(db, 'user_version');
  if (version > FORMAT_VERSION)
    throw new LedgerError(
      'newer-version',
      `${path} was written by a later chatferry (format ${version}, this one knows ${FORMAT_VERSION}).`,
      {
        file: path,
        fix: 'Go on with the version of chatferry that the job was begun with, or a later one.',
      },
    );
  if (statSync(path).size <= CHECKED_BYTES) checkPages(db, path);
  checkPlan(db, path, plan);
}

function checkPages(db: DatabaseSync, path: string): void {
  const said = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (said !== 'ok') throw damagedLedger(path, new Error(String(said)));
}

function checkPlan(db: DatabaseSync, path: string, plan: Plan): void {
  const values = new Map(
    db
      .prepare('SELECT key, value FROM run')
      .all()
      .map(({ key, value }) => [key, value as string]),
  );
  if (values.get('plan') === plan.id) return;
  const changed = changedInputs(JSON.parse(values.get('inputs') ?? '[]'), plan.inputs);
  throw new LedgerError(
    'other-plan',
    `${path} belongs to another plan than ${plan.path}. ${changed}`,
    {
      file: path,
      fix: 'Put the inputs and settings back as they were and plan again, or take a new job folder (--job) for the new plan: records that landed are then answered with "already exists" and count as present.',
    },
  );
}

function headerNumber(db: DatabaseSync, name: 'application_id' | 'user_version'): number {
  return db.prepare(`PRAGMA ${name}`).get()![name] as number;
}
