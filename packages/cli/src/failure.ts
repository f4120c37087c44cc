import { ApiError, type ApiErrorCode } from '@chatferry/client';
import { InputError } from '@chatferry/parsers';
import { PlanError } from '@chatferry/planner';
import { JobLockedError, LedgerError, TimetableError } from '@chatferry/runner';
import type { Outcome } from './exit-status.ts';
import { Interrupted } from './interrupted.ts';
import { Refusal } from './refusal.ts';

/** What to tell of something that a command threw, and how the process ends. */
export interface Failure {
  readonly outcome: Outcome;
  readonly lines: readonly string[];
}

/** Only what nobody foresaw is shown with its stack; everything else is a sentence with what to do. */
export function explainFailure(error: unknown, version: string): Failure {
  return explainExpected(error) ?? report(firstOf(error), version);
}

/** Undefined for an error inside chatferry. */
export function explainExpected(error: unknown): Failure | undefined {
  // A failing disk also makes closing fail: what went wrong first comes first, and either may name the cause.
  if (error instanceof SuppressedError)
    return explainExpected(error.suppressed) ?? explainExpected(error.error);
  if (error instanceof Interrupted) return failure('interrupted', error.message);
  if (error instanceof Refusal)
    return failure('refused', ...error.lines, ...(error.fix === undefined ? [] : [error.fix]));
  if (error instanceof InputError && ['unknown-column', 'missing-column'].includes(error.code))
    return failure(
      'refused',
      error.message,
      error.fix,
      'Or let the command init look at the files and draft the configuration.',
    );
  if (error instanceof InputError || error instanceof TimetableError)
    return failure('refused', error.message, error.fix);
  if (error instanceof JobLockedError) return failure('refused', error.message, error.fix);
  if (error instanceof PlanError || error instanceof LedgerError)
    return failure(isOfTheMachine(error.code) ? 'stopped' : 'refused', error.message, error.fix);
  if (error instanceof ApiError)
    return failure(
      'stopped',
      error.message,
      fixes[error.code] ?? 'Run the same command again later.',
    );
  return explainSystemError(error) ?? explainDatabaseError(error);
}

/** What went wrong before closing did. */
function firstOf(error: unknown): unknown {
  return error instanceof SuppressedError ? firstOf(error.suppressed) : error;
}

function failure(outcome: Outcome, ...lines: readonly string[]): Failure {
  return { outcome, lines };
}

function isOfTheMachine(code: string): boolean {
  return ['disk-full', 'disk-error', 'unreadable', 'read-only'].includes(code);
}

const fixes: Partial<Record<ApiErrorCode, string>> = {
  unauthorized: 'Check the key (it needs the scope fullAccess), the app id and the region.',
  untrusted: 'Check the address; a certificate of your own goes into NODE_EXTRA_CA_CERTS.',
  'plan-limit': 'Have the plan of the app changed, then run the same command again.',
};

const systemFixes: Readonly<Record<string, readonly [Outcome, string]>> = {
  ENOSPC: ['stopped', 'The disk is full. Free some space, then run the same command again.'],
  EDQUOT: [
    'stopped',
    'The disk quota is used up. Free some space, then run the same command again.',
  ],
  EIO: [
    'stopped',
    'The disk reports an error. Check it; on a good one, with the job folder copied to it, run the same command again.',
  ],
  EROFS: ['stopped', 'The disk is read-only. Choose another job folder with --job DIR.'],
  EACCES: ['refused', 'Check the permissions of the file and its folder.'],
  EPERM: ['refused', 'Check the permissions of the file and its folder.'],
  ENOENT: [
    'stopped',
    'It, or the folder it belongs into, is not there or cannot be made. What was sent stays written down in the ledger, if the job folder is still there.',
  ],
  EISDIR: ['refused', 'There is a folder in the place of a file.'],
  ENOTDIR: ['refused', 'There is a file in the place of a folder.'],
  EMFILE: ['stopped', 'Too many files are open. Raise the limit with ulimit -n.'],
};

/** Trouble that the operating system reports: where it is and what to do, without a stack. */
function explainSystemError(error: unknown): Failure | undefined {
  const { path, message } = error as NodeJS.ErrnoException;
  const code = systemCode(error as NodeJS.ErrnoException);
  const known = systemFixes[code];
  if (known === undefined) return undefined;
  const [outcome, fix] = known;
  return failure(outcome, path === undefined ? message : `${path}: ${code}.`, fix);
}

/** Node 24's `rmSync` knows no code for a disk error: its message ends in the words of the C library, its code is empty. */
function systemCode({ code, message }: NodeJS.ErrnoException): string {
  return code === '' && message.includes('Input/output error') ? 'EIO' : (code ?? '');
}

/** What SQLite reports in the middle of reading a plan or a ledger: primary result codes, see sqlite.org/rescode.html. */
const databaseFixes: Readonly<Record<number, readonly [Outcome, string]>> = {
  8: [
    'stopped',
    'The job folder cannot be written. Change its permissions, or choose another one.',
  ],
  10: ['stopped', 'The disk reports an error. Copy the job folder to another disk.'],
  11: ['refused', 'Put a copy of the file back. A damaged plan can also be removed and made anew.'],
  14: ['stopped', 'The file cannot be opened. Check the job folder and its disk.'],
  13: ['stopped', 'The disk is full. Free some space, then run the same command again.'],
  26: ['refused', 'Put a copy of the file back. A damaged plan can also be removed and made anew.'],
};

function explainDatabaseError(error: unknown): Failure | undefined {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string };
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return undefined;
  const known = databaseFixes[errcode & 0xff];
  if (known === undefined) return undefined;
  return failure(known[0], `A database of the job folder cannot be used: ${message}.`, known[1]);
}

function report(error: unknown, version: string): Failure {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    outcome: 'bug',
    lines: [
      'This is an error inside chatferry, not in your data. What is in the job folder stays as it is.',
      `Please report it with these lines: chatferry ${version}, Node ${process.version}, ${process.platform}`,
      ...told.split('\n'),
    ],
  };
}
