/**
 * - `no-ledger`: there is no such file
 * - `other-plan`: the ledger belongs to another plan
 * - `newer-version`: a later version of chatferry has written it
 * - `not-a-ledger`: the file is something else
 * - `damaged`: the file is broken
 * - `read-only`: the file or its folder cannot be opened for writing
 * - `disk-full`: there is no room to write down what happened
 * - `disk-error`: the disk does not take or give what it should
 * - `busy`: another program keeps the file locked
 */
export type LedgerErrorCode =
  | 'no-ledger'
  | 'other-plan'
  | 'newer-version'
  | 'not-a-ledger'
  | 'damaged'
  | 'read-only'
  | 'disk-full'
  | 'disk-error'
  | 'busy';

/** The ledger cannot be used. What was written before stays as it is. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;
  readonly file: string;
  /** What to do about it. */
  readonly fix: string;

  constructor(
    code: LedgerErrorCode,
    message: string,
    context: { file: string; fix: string; cause?: unknown },
  ) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.code = code;
    this.file = context.file;
    this.fix = context.fix;
  }
}

/** SQLite's primary result codes, and what they mean for a file that a job lives on. */
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
    'Put back a copy of the file, or move it away and run again: records that landed are then answered with "already exists" and count as present.',
  ],
  13: [
    'disk-full',
    'has no room left on its disk',
    'Free some space and run again: it goes on where it stopped.',
  ],
  14: [
    'read-only',
    'cannot be opened',
    'Check that its folder exists and is writable, and run again.',
  ],
  26: [
    'not-a-ledger',
    'is not a ledger of chatferry',
    'Move the file away, or name another job folder with --job.',
  ],
};

/** The error to throw for one of SQLite; any other error is given back as it is. */
export function ledgerErrorFrom(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return error;
  const meaning = meanings[error.errcode & 0xff];
  if (meaning === undefined) return error;
  const [code, what, fix] = meaning;
  return new LedgerError(code, `${file} ${what} (${error.message}).`, { file, fix, cause: error });
}
