import { LedgerError } from '@chatferry/runner';

/** Codes of PostgreSQL for a server that is starting, stopping, gone or not the primary at the moment. */
const outageCodes: ReadonlySet<string> = new Set([
  '25006', // read-only: a standby that is not promoted yet
  '40001',
  '40P01',
  '53300', // too many connections
  '57014', // cancelled, by a limit of the server
  '57P01',
  '57P02',
  '57P03',
  '57P05',
]);

/** Beginnings of the operating system's codes for a server that does not answer. */
const systemCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EAI_AGAIN|ENOTFOUND)/;

/** Messages of errors that `pg` throws without a code. */
const lostConnection =
  /connection terminated|connection ended|timeout expired|read timeout|timeout exceeded|not queryable/i;

/** Whether the server did not answer, so that the statement may be made again. It may have been carried out. */
export function isOutage(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOutage);
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string')
    return outageCodes.has(code) || code.startsWith('08') || systemCodes.test(code);
  return typeof message === 'string' && lostConnection.test(message);
}

/** The ledger error for an error of PostgreSQL; any other error is returned unchanged. */
export function storeErrorFrom(error: unknown, store: string): unknown {
  if (isOutage(error)) return unreachable(store, error);
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return error;
  const make = Object.entries(meanings).find(([prefix]) => code.startsWith(prefix))?.[1];
  if (make === undefined) return error;
  const [ledgerCode, what, fix] = make;
  return new LedgerError(ledgerCode, `${store} ${what}.`, { file: store, fix, cause: error });
}

/** Ignores an error of the store, for work that is tried again later. @throws any other error: it is a defect */
export function passOverOutage(error: unknown): void {
  if (!(error instanceof LedgerError)) throw error;
}

/** The error for a store that does not answer for longer than a run waits. */
export function unreachable(store: string, cause: unknown): LedgerError {
  return new LedgerError('store-unreachable', `${store} does not answer.`, {
    file: store,
    fix: 'Check that the server runs and can be reached, then run again: it resumes where it stopped.',
    cause,
  });
}

/** The error for a store whose tables are missing or of another version. */
export function notReady(store: string, why: string, fix: string): LedgerError {
  return new LedgerError('store-not-ready', `${store} ${why}.`, { file: store, fix });
}

export const MIGRATE_FIX = 'Create or update the tables of the store.';

type Meaning = readonly [LedgerError['code'], what: string, fix: string];

/** Meanings by the beginning of the code. */
const meanings: Readonly<Record<string, Meaning>> = {
  '28': [
    'store-refused',
    'refuses the user or the password',
    'Check the address in the environment variable.',
  ],
  '3D000': ['store-refused', 'has no such database', 'Create it, or correct the address.'],
  '42501': [
    'store-refused',
    'does not allow this user to do that',
    'Grant the user the rights on the tables of chatferry that it needs.',
  ],
  '42P01': ['store-not-ready', 'has no tables of chatferry', MIGRATE_FIX],
  '3F000': ['store-not-ready', 'has no tables of chatferry', MIGRATE_FIX],
  '42703': ['store-not-ready', 'has older tables', MIGRATE_FIX],
  '53100': ['disk-full', 'has no space left on its disk', 'Free some space, and run again.'],
  '58': ['disk-error', 'reports an error of its disk', 'Check the disk of the server.'],
  XX: ['damaged', 'reports that it is damaged', 'Restore the database from a backup.'],
};
