import { ApiError } from '@chatferry/client';
import { isFixable } from '@chatferry/contract';
import { isDiskFull, systemCode } from '@chatferry/disk';

/** What went wrong, and what to do about it. */
export interface ExplainedError {
  /**
   * - `refused`: nothing was done; the caller has to change something
   * - `stopped`: the work stopped because of the service or of this machine
   */
  readonly end: 'refused' | 'stopped';
  /** Code of the error or of the system error; undefined when the error has none. */
  readonly code: string | undefined;
  /** The message line by line. */
  readonly lines: readonly string[];
  readonly fix: string | undefined;
}

/**
 * Explains what a function of this library threw; undefined for a defect of the library.
 *
 * @example
 * ```ts
 * try {
 *   await planFiles(['./export'], { job: 'job' });
 * } catch (error) {
 *   const explained = explainError(error);
 *   if (explained === undefined) throw error;
 *   console.error(...explained.lines, explained.fix);
 * }
 * ```
 */
export function explainError(error: unknown): ExplainedError | undefined {
  // A failing disk also makes closing fail: explain the first error if it is known, else the second error.
  if (error instanceof SuppressedError)
    return explainError(error.suppressed) ?? explainError(error.error);
  if (isFixable(error)) {
    const isStopped = error instanceof ApiError || stopping.has(error.code);
    const end = isStopped ? 'stopped' : 'refused';
    return explained(end, error.code, error.lines, error.fix);
  }
  return explainSystemError(error);
}

function explained(
  end: ExplainedError['end'],
  code: string | undefined,
  lines: readonly string[],
  fix: string | undefined,
): ExplainedError {
  return { end, code, lines, fix };
}

/** Codes of errors of this machine, of another machine or of a database. The caller can start the same work again. */
const stopping: ReadonlySet<string> = new Set([
  'disk-full',
  'media-disk-full',
  'disk-error',
  'unreadable',
  'read-only',
  'store-unreachable',
  'lost-lease',
  'database-lost',
  'plan-unreachable',
]);

const NO_FOLDERS = 'Choose a folder on a disk.';

const PERMISSIONS = 'Check the permissions of the file and its folder, or choose another folder.';

const systemFixes: Readonly<Record<string, readonly [ExplainedError['end'], string]>> = {
  ENOSPC: ['stopped', 'The disk is full. Free some space, then start again.'],
  EDQUOT: ['stopped', 'The disk quota is used up. Free some space, then start again.'],
  EIO: [
    'stopped',
    'The disk reports an error. Check the disk, or copy the job folder to another one, then start again.',
  ],
  EROFS: ['stopped', 'The disk is read-only. Choose another job folder.'],
  EACCES: ['refused', PERMISSIONS],
  EPERM: ['refused', PERMISSIONS],
  ENOENT: [
    'stopped',
    'The file, or its folder, does not exist or cannot be created. What was sent is recorded in the ledger, if the job folder still exists.',
  ],
  EISDIR: ['refused', 'There is a folder instead of a file.'],
  ENOTDIR: ['refused', 'There is a file instead of a folder.'],
  ENOSYS: ['refused', NO_FOLDERS],
  EMFILE: ['stopped', 'Too many files are open. Raise the limit of open files.'],
};

/** Codes for a folder that cannot be created because a folder of the kernel, or a file, is in the way. */
const inTheWay: Readonly<Record<string, string>> = {
  ENOENT: 'the folder around it takes none',
  ENOSYS: 'the folder around it takes none',
  ENOTDIR: 'a file is in the place of one of its folders',
};

/** The step that failed, by the name of the call. */
const steps: Readonly<Record<string, string>> = {
  mkdir: 'created',
  open: 'opened',
  scandir: 'listed',
  rename: 'replaced',
  unlink: 'removed',
  rmdir: 'removed',
};

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user lacks the permission',
  EPERM: 'this user lacks the permission',
  EROFS: 'the disk is read-only',
};

/** The step that failed. New content of a file is written next to it, under a name that ends with `.new`. */
function whatFailed({ path, message, syscall }: NodeJS.ErrnoException, code: string): string {
  if (path === undefined) return message;
  const step = steps[syscall ?? ''];
  if (step === undefined || reasons[code] === undefined) return `${path}: ${code}.`;
  const isNew = path.endsWith('.new') && syscall === 'open';
  const file = isNew ? path.slice(0, -'.new'.length) : path;
  return `${file} cannot be ${isNew ? 'written' : step}: ${reasons[code]} (${code}).`;
}

/** Explains an error of the operating system: the file, and what to do. */
function explainSystemError(error: unknown): ExplainedError | undefined {
  const code = systemCode(error);
  const { path, syscall } = error as NodeJS.ErrnoException;
  const obstacle = syscall === 'mkdir' ? inTheWay[code] : undefined;
  if (obstacle !== undefined)
    return explained(
      'refused',
      code,
      [`${path} cannot be created: ${obstacle} (${code}).`],
      NO_FOLDERS,
    );
  const known = systemFixes[code];
  // SQLite has its own codes, and its errors name no file.
  if (known === undefined && isDiskFull(error)) {
    const [end, fix] = systemFixes['ENOSPC']!;
    return explained(end, 'ENOSPC', ['A file of chatferry cannot be written.'], fix);
  }
  if (known === undefined) return undefined;
  const [end, fix] = known;
  return explained(end, code, [whatFailed(error as NodeJS.ErrnoException, code)], fix);
}
