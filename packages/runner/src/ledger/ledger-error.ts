import path from 'node:path';
import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';
import { canBeRead, freeBytes, notADatabaseFile, sqliteCode, sqliteCodes } from '@chatferry/disk';

/**
 * - `no-ledger`: there is no such file
 * - `other-plan`: the ledger belongs to another plan
 * - `no-target`: the ledger does not name the app that its records went to
 * - `other-target`: the records went to another app, or to another local service
 * - `newer-version`: a later version of chatferry has written it
 * - `older-version`: an older version of chatferry has written it, in a format that this one does not read
 * - `not-a-ledger`: the file is something else
 * - `damaged`: the file is broken
 * - `read-only`: the file or its folder cannot be opened for writing
 * - `disk-full`: the disk has no space left for new entries
 * - `disk-error`: the disk fails to read or to write
 * - `broken-lock`: the lock file of a job is another kind of file
 * - `busy`: another program keeps the file locked
 * - `bad-store`: the address of a store is malformed
 * - `store-refused`: the database server refuses the user or what the user does
 * - `store-not-ready`: the database lacks chatferry's tables, or has the tables of another version
 * - `store-unreachable`: the database server does not answer
 * - `lost-lease`: another process has taken the job over
 * - `ledger-elsewhere`: the ledger of the job has moved, into a store or out of it
 */
export type LedgerErrorCode =
  | 'no-ledger'
  | 'other-plan'
  | 'no-target'
  | 'other-target'
  | 'newer-version'
  | 'older-version'
  | 'not-a-ledger'
  | 'damaged'
  | 'read-only'
  | 'disk-full'
  | 'disk-error'
  | 'busy'
  | 'broken-lock'
  | 'bad-store'
  | 'store-refused'
  | 'store-not-ready'
  | 'store-unreachable'
  | 'lost-lease'
  | 'ledger-elsewhere';

const FixableErrors: FixableErrorClass<LedgerErrorCode> = fixableErrors('LedgerError');

/** The ledger cannot be used. What was written before stays as it is. */
export class LedgerError extends FixableErrors {
  readonly file: string;

  constructor(
    code: LedgerErrorCode,
    message: string,
    { file, fix, cause }: { file: string; fix: string; cause?: unknown },
  ) {
    super(code, message, fix, { cause });
    this.file = file;
  }
}

/** SQLite's primary result codes, and what they mean for a file of a job. */
const meanings: Readonly<Record<number, [LedgerErrorCode, what: string, fix: string]>> = {
  5: ['busy', 'is locked by another program', 'Close whatever has the file open, and run again.'],
  8: ['read-only', 'cannot be written', 'Make the file and its folder writable, and run again.'],
  10: [
    'disk-error',
    'could not be read or written: the disk reports an error',
    'Check the disk; on a good one, with the job folder copied to it, run again.',
  ],
  11: [
    'damaged',
    'is damaged',
    'Move it away, with the files next to it whose names begin the same, and run again. Only the knowledge of which records landed is lost: all are sent again, those that the service holds are answered with "already exists" and count as present, and none is stored twice. Only messages sent through the chat endpoints would be; for them, put back the latest copy of the file.',
  ],
  13: [
    'disk-full',
    'has no space left on its disk',
    'Free some space and run again: it resumes where it stopped.',
  ],
  14: [
    'read-only',
    'cannot be opened',
    'Check that its folder exists and is writable, and run again.',
  ],
  26: [
    'not-a-ledger',
    'is not a ledger of chatferry',
    'Move the file away, or choose another job folder.',
  ],
};

/** The ledger error for an error of SQLite; any other error is returned unchanged. */
export function ledgerErrorFrom(error: unknown, file: string): unknown {
  const code = ledgerCode(error);
  if (code === undefined) return error;
  const isFull = code === sqliteCodes.ioError && isAlmostFull(path.dirname(file));
  return errorOf(isFull ? sqliteCodes.full : code, error as Error, file);
}

/** In addition to the pages, SQLite needs space for an index of the write-ahead log; it then reports an I/O error. */
const NEEDED_BYTES = 128 * 1024;

function isAlmostFull(folder: string): boolean {
  try {
    return freeBytes(folder) < NEEDED_BYTES;
  } catch {
    return false; // The disk does not answer, so a lack of space is not the cause.
  }
}

/** The error for a ledger that is broken although SQLite does not report it. */
export function damagedLedger(file: string, cause: Error): LedgerError {
  return errorOf(sqliteCodes.corrupt, cause, file) as LedgerError;
}

/** Like `ledgerErrorFrom`, for the lock file of a job, which contains nothing to keep. */
export function lockErrorFrom(error: unknown, file: string): unknown {
  const code = ledgerCode(error);
  const isBroken = code === sqliteCodes.corrupt || code === sqliteCodes.notADatabase;
  if (!isBroken || !isReadable(file)) return ledgerErrorFrom(error, file);
  return new LedgerError(
    'broken-lock',
    `${file}, which only names the process that works on the job, is damaged.`,
    {
      file,
      fix: `Make sure that no chatferry works on this job, on any machine that shares the folder; only then remove ${file}, and run again: it contains nothing else.`,
      cause: error,
    },
  );
}

function errorOf(sqlite: number, cause: Error, file: string): Error {
  const isBroken = sqlite === sqliteCodes.corrupt || sqlite === sqliteCodes.notADatabase;
  if (isBroken && !isReadable(file)) return errorOf(sqliteCodes.ioError, cause, file);
  // The other codes are about tables, columns and values that a ledger always has.
  const meaning = meanings[sqlite] ?? meanings[sqliteCodes.corrupt]!;
  const [code, what, fix] = meaning;
  // When a file is broken, SQLite reports which pages contradict each other, which does not help the operator.
  const detail = isBroken ? '' : ` (${cause.message})`;
  return new LedgerError(code, `${file} ${what}${detail}.`, { file, fix, cause });
}

/** SQLite reports a read that the disk refuses as damage. */
function isReadable(file: string): boolean {
  return canBeRead(file) && canBeRead(`${file}-wal`);
}

/**
 * Refuses a link, folder or pipe in place of a database, before it is opened.
 * @param code of the error
 * @throws {LedgerError}
 */
export function refuseOtherThanFile(database: string, code: 'not-a-ledger' | 'broken-lock'): void {
  const wrong = notADatabaseFile(database);
  if (wrong === undefined) return;
  throw new LedgerError(
    code,
    `${wrong.path} is ${wrong.what}, which chatferry does not make there.`,
    {
      file: wrong.path,
      fix: 'Remove it if you know where it comes from, or choose another job folder.',
    },
  );
}

/** SQLite's primary result code, as far as it is true of a ledger. */
function ledgerCode(error: unknown): number | undefined {
  const code = sqliteCode(error);
  if (code === undefined) return undefined;
  // To SQLite, an emptied file is a database without tables. When the index of the log holds nonsense, SQLite reports a
  // lock that is never granted.
  const isBroken =
    code === sqliteCodes.protocol || (error as Error).message.startsWith('no such table');
  return isBroken ? sqliteCodes.corrupt : code;
}
