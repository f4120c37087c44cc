import { type Clock, createClient, systemClock } from '@chatferry/client';
import {
  type JobTarget,
  lockJob,
  placeOf,
  nameOfTarget,
  type SkippedCount,
  SkippedTally,
} from '@chatferry/runner';
import { JobError } from '../errors/job-error.ts';
import type { StepProgress } from '../exporting/export-context.ts';
import { type ExportFolder, openExportFolder } from '../exporting/export-folder.ts';
import { ExportLedger } from '../exporting/export-ledger.ts';
import { stepsOf } from '../exporting/export-steps.ts';
import { ExportWriter } from '../exporting/export-writer.ts';
import { type ExportManifest, writeManifest } from '../exporting/manifest.ts';
import { NamedRecords } from '../exporting/named-records.ts';
import { finishReplacing, replaceLines } from '../exporting/replace-lines.ts';
import { requestsAhead } from '../exporting/requests-ahead.ts';
import { StepRun } from '../exporting/step-run.ts';
import { readsPerMinute } from '../sending/reads-per-minute.ts';
import { checkedTarget, type Target } from '../sending/target.ts';

export interface ExportAppOptions {
  /** The folder of the export: one that does not exist, an empty one, or that of an export of the same app, which is continued. */
  readonly folder: string;
  readonly target: Target;
  /**
   * Brings a complete export up to date: the moment since when the app may have changed, in milliseconds since 1970, or `last`, the
   * moment to which the export is complete.
   */
  readonly since?: number | 'last' | undefined;
  /** Default: 500, and no limit for a server on this machine. At least half of what the app may still send is left to it. */
  readonly requestsPerMinute?: number | 'unlimited' | undefined;
  /** Address of the calls API with its version. Default: derived from app id and region. */
  readonly callsBaseUrl?: string | undefined;
  /** Stops the export; the next call continues. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: ExportEvent) => void) | undefined;
  readonly clock?: Clock | undefined;
}

/** Progress of an export. */
export interface ExportEvent extends StepProgress {
  /** All steps of this pass, in order. */
  readonly steps: readonly string[];
  /** 1 for the first reading of the app, 2 for what changed meanwhile, from 3 on for each update. */
  readonly pass: number;
  /** Requests made so far by this call. */
  readonly requests: number;
  /** Requests that the steps after this one take at least. */
  readonly requestsAhead: number;
}

export interface ExportOutcome {
  readonly manifest: ExportManifest;
  /** Whether nothing had to be read, because the export was complete. */
  readonly wasComplete: boolean;
  /** Requests that this call made. */
  readonly requests: number;
  /** Entries of lists that are no items. They were left out. */
  readonly skipped: readonly SkippedCount[];
}

const CLOSING_PASS = 2;

/**
 * Reads an app whole into files that `planFiles` takes. Changes nothing in the app. An export that was stopped or killed is continued
 * where it was.
 *
 * @throws {JobError} for a folder or a target that cannot be right, and `other-app`, `not-complete` or `since-too-late`
 * @throws {JobLockedError} when another process writes the export
 * @throws {ApiError} when the service does not answer; the next call continues
 * @throws the signal's reason
 *
 * @example
 * ```ts
 * const target = { appId: 'my-app', region: 'eu', apiKey: process.env['CHATFERRY_API_KEY'] ?? '' } as const;
 * const { manifest } = await exportApp({ folder: 'app', target });
 * console.table(manifest.files);
 * ```
 */
export async function exportApp(options: ExportAppOptions): Promise<ExportOutcome> {
  const { signal = new AbortController().signal, clock = systemClock, onEvent } = options;
  const target = checkedTarget(options.target);
  const folder = openExportFolder(options.folder);
  using _ = lockJob(folder.path, clock.now());
  using ledger = new ExportLedger(folder.ledger);
  keepToApp(ledger, target, folder);
  finishReplacing(folder, ledger);
  const isBegun = beginPass(ledger, options.since, clock.now());

  const tally = new SkippedTally();
  let requests = 0;
  if (isBegun) {
    await using client = createClient({
      ...target,
      callsBaseUrl: options.callsBaseUrl,
      clock,
      onSkipped: (event) => tally.take(event),
      onAnswer: () => {
        requests++;
      },
      requestsPerMinute: { standard: options.requestsPerMinute ?? readsPerMinute(target) },
      leavesHalf: true,
    });
    for (;;) {
      const pass = passOf(ledger);
      using writer = new ExportWriter(folder, ledger, pass, () => clock.now());
      const steps = stepsOf(pass, Number(ledger.setting('since')));
      const names = steps.map(({ name }) => name);
      let ahead = 0;
      const context = {
        client,
        writer,
        named: new NamedRecords(ledger),
        signal,
        onProgress: (progress: StepProgress) =>
          onEvent?.({ ...progress, steps: names, pass, requests, requestsAhead: ahead }),
      };
      for (const { name, run } of steps) {
        if (StepRun.isDone(context, name)) continue;
        ahead = requestsAhead(ledger, names, name);
        await run(context);
      }
      writer.finishFiles();
      if (pass >= CLOSING_PASS) break;
      beginNext(ledger, Math.floor(Number(ledger.setting('startedAt')) / 1000), clock.now());
    }
    await replaceLines(folder, ledger);
    ledger.set('state', 'complete');
    ledger.set('upTo', ledger.setting('passStartedAt')!);
    ledger.commit();
  }
  const manifest = await writeManifest(folder, ledger, target, Number(ledger.setting('upTo')));
  return { manifest, wasComplete: !isBegun, requests, skipped: tally.counts };
}

function passOf(ledger: ExportLedger): number {
  return Number(ledger.setting('pass'));
}

/** @throws {JobError} `other-app` */
function keepToApp(ledger: ExportLedger, target: JobTarget, { path }: ExportFolder): void {
  const place = placeOf(target);
  const before = ledger.setting('app');
  if (before === undefined) {
    ledger.set('app', place);
    ledger.set('appName', nameOfTarget(target));
    ledger.commit();
  } else if (before !== place)
    throw new JobError(
      'other-app',
      `The folder ${path} has an export of ${ledger.setting('appName')!}, and not of ${nameOfTarget(target)}.`,
      'Export into another folder, or give the app of this one.',
    );
}

/** Begins the pass that was asked for. @returns false when the export is complete, and nothing was asked for */
function beginPass(ledger: ExportLedger, since: ExportAppOptions['since'], now: number): boolean {
  const isFirst = ledger.setting('pass') === undefined;
  const isComplete = ledger.setting('state') === 'complete';
  if (since !== undefined && (isFirst || (!isComplete && passOf(ledger) <= CLOSING_PASS)))
    throw new JobError(
      'not-complete',
      'There is no complete export to bring up to date.',
      'Export the app first, without a moment.',
    );
  if (isFirst) {
    ledger.set('startedAt', now);
    beginNext(ledger, 0, now, 1);
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
  beginNext(ledger, Math.floor(from / 1000), now);
  return true;
}

function beginNext(
  ledger: ExportLedger,
  since: number,
  now: number,
  pass: number = passOf(ledger) + 1,
): void {
  ledger.set('pass', pass);
  ledger.set('since', since);
  ledger.set('state', 'reading');
  ledger.set('passStartedAt', now);
  ledger.commit();
}
