import { type JobTarget, nameOfTarget, placeOf } from '@chatferry/runner';
import { JobError } from '../errors/job-error.ts';
import type { ExportFolder } from './export-folder.ts';
import type { ExportLedger } from './export-ledger.ts';

/** The second pass reads what changed during the first pass. */
export const CLOSING_PASS = 2;
/** A way back has one pass, with the steps of an update. */
const UPDATE_PASS = 3;

export function passOf(ledger: ExportLedger): number {
  return Number(ledger.setting('pass'));
}

/**
 * Makes sure that a folder holds one export of one app.
 *
 * @param wayBack for a way back: the plan of the job whose records are left out
 * @throws {JobError} `other-app` or `other-export`
 */
export function keepToApp(
  ledger: ExportLedger,
  target: JobTarget,
  { path }: ExportFolder,
  wayBack: string | undefined,
): void {
  const place = placeOf(target);
  const isOfNone =
    wayBack === undefined && ledger.setting('wayBack') === undefined && ledger.isUnread;
  // The first attempt may have named an app that does not exist; such a folder contains nothing of it.
  if (isOfNone) ledger.reset();
  const before = ledger.setting('app');
  if (before === undefined) {
    ledger.set('app', place);
    ledger.set('appName', nameOfTarget(target));
    if (wayBack !== undefined) ledger.set('wayBack', wayBack);
    ledger.commit();
    return;
  }
  if (before !== place)
    throw new JobError(
      'other-app',
      `The folder ${path} has an export of ${ledger.setting('appName')!}, and not of ${nameOfTarget(target)}.`,
      'Export into another folder, or give the app of this one.',
    );
  if (ledger.setting('wayBack') !== wayBack)
    throw new JobError(
      'other-export',
      `The folder ${path} has another export of this app: ${ledger.setting('wayBack') === undefined ? 'the whole app' : 'what was written in it since a job'}.`,
      'Export into another folder.',
    );
}

/**
 * Begins the pass that the caller asked for.
 *
 * @param since milliseconds since 1970
 * @returns false when the export is complete, and the caller asked for nothing else
 * @throws {JobError} `not-complete` or `since-too-late`
 */
export function beginPass(
  ledger: ExportLedger,
  since: number | 'last' | undefined,
  now: number,
): boolean {
  const isFirst = ledger.setting('pass') === undefined;
  const isComplete = ledger.setting('state') === 'complete';
  if (ledger.setting('wayBack') !== undefined) return beginWayBack(ledger, since, now);
  if (since !== undefined && (isFirst || (!isComplete && passOf(ledger) <= CLOSING_PASS)))
    throw new JobError(
      'not-complete',
      'There is no complete export to bring up to date.',
      'Export the app first, without a moment.',
    );
  if (isFirst) {
    ledger.set('startedAt', now);
    begin(ledger, 1, 0, now);
    return true;
  }
  if (!isComplete) return true;
  if (since === undefined) return false;
  const upTo = Number(ledger.setting('upTo'));
  const from = since === 'last' ? upTo : since;
  if (from > upTo)
    throw new JobError(
      'since-too-late',
      `The export has what the app had at ${new Date(upTo).toISOString()}. What changed between then and ${new Date(from).toISOString()} would be missing.`,
      'Give that moment or an earlier one.',
    );
  begin(ledger, passOf(ledger) + 1, Math.floor(from / 1000), now);
  return true;
}

/** A way back is written once. */
function beginWayBack(
  ledger: ExportLedger,
  since: number | 'last' | undefined,
  now: number,
): boolean {
  if (ledger.setting('pass') !== undefined) return ledger.setting('state') !== 'complete';
  if (typeof since !== 'number')
    throw new JobError(
      'not-complete',
      'The way back of a job needs the moment since when people write in the app.',
      'Give it, such as 2026-11-20T21:30:00Z.',
    );
  begin(ledger, UPDATE_PASS, Math.floor(since / 1000), now);
  return true;
}

/** Begins the pass that reads what changed during the first pass. */
export function beginClosing(ledger: ExportLedger, now: number): void {
  begin(ledger, CLOSING_PASS, Math.floor(Number(ledger.setting('startedAt')) / 1000), now);
}

export function completeExport(ledger: ExportLedger): void {
  ledger.set('state', 'complete');
  ledger.set('upTo', ledger.setting('passStartedAt')!);
  ledger.commit();
}

/** @param since UNIX seconds */
function begin(ledger: ExportLedger, pass: number, since: number, now: number): void {
  ledger.set('pass', pass);
  ledger.set('since', since);
  ledger.set('state', 'reading');
  ledger.set('passStartedAt', now);
  ledger.commit();
}
