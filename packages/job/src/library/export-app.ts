import { type Clock, createClient, systemClock } from '@chatferry/client';
import type { CopyResult } from '@chatferry/media';
import { openPlan, type Plan } from '@chatferry/planner';
import {
  type JobTarget,
  lockJob,
  nameOfTarget,
  placeOf,
  type SkippedCount,
  SkippedTally,
} from '@chatferry/runner';
import { JobError } from '../errors/job-error.ts';
import type { StepProgress } from '../exporting/export-context.ts';
import { openExportFolder } from '../exporting/export-folder.ts';
import { copyFiles, type ExportMedia, filesStep } from '../exporting/copy-files.ts';
import { ExportLedger } from '../exporting/export-ledger.ts';
import {
  beginClosing,
  beginPass,
  CLOSING_PASS,
  completeExport,
  keepToApp,
  passOf,
} from '../exporting/export-state.ts';
import { stepsOf } from '../exporting/export-steps.ts';
import { ExportWriter } from '../exporting/export-writer.ts';
import { type ExportManifest, writeManifest } from '../exporting/manifest.ts';
import { NamedRecords } from '../exporting/named-records.ts';
import { dropEmptyFiles, finishReplacing, replaceLines } from '../exporting/replace-lines.ts';
import { requestsAhead } from '../exporting/requests-ahead.ts';
import { StepRun } from '../exporting/step-run.ts';
import { keepWayBack } from '../exporting/way-back.ts';
import { type JobFolder, jobFolder, requirePlan } from '../folder/job-folder.ts';
import { rememberedTarget } from '../sending/job-destination.ts';
import { refuseInside } from '../media/refuse-inside.ts';
import { readsPerMinute } from '../sending/reads-per-minute.ts';
import { checkedTarget, type Target } from '../sending/target.ts';

export interface ExportAppOptions {
  /** The folder of the export: a missing or empty folder, or the folder of an export of the same app, which is continued. */
  readonly folder: string;
  readonly target: Target;
  /**
   * Brings a complete export up to date: the moment since when the app may have changed, in milliseconds since 1970, or `last`, the
   * moment up to which the export is complete.
   */
  readonly since?: number | 'last' | undefined;
  /**
   * Writes the way back: what people have written in the app since the moment, without the records that the job of this folder and earlier
   * jobs have imported. Ids are the ids in the export of the job.
   */
  readonly job?: string | undefined;
  /** Copies the files of the app too, when everything else is read. Default: none are copied. */
  readonly media?: ExportMedia | undefined;
  /** Default: 500, and no limit for a server on this machine. At least half of the app's remaining quota is left to the app. */
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
  /** 1 for the first reading of the app, 2 for changes during it, 3 and more for updates. */
  readonly pass: number;
  /** Requests made so far by this call. */
  readonly requests: number;
  /** Milliseconds that the latest answer took, once an answer. */
  readonly answerMs?: number | undefined;
  /** A lower bound of the requests of the steps after this one. */
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
  /** Absent when no files were to be copied. */
  readonly media: CopyResult | undefined;
}

/**
 * Reads a whole app into files that `planFiles` takes. Changes nothing in the app. An export that was stopped or killed continues
 * where it was.
 *
 * @throws {JobError} for a folder or a target that cannot be right, and `other-app`, `other-export`, `not-complete` or `since-too-late`
 * @throws {JobLockedError} when another process writes the export @throws {MediaError} for the folder of the copies
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
  const { signal = new AbortController().signal, clock = systemClock, onEvent, media } = options;
  if (media !== undefined) refuseInside(media.to, [options.folder]);
  const target = checkedTarget(options.target);
  using plan = options.job === undefined ? undefined : planOf(jobFolder(options.job), target);
  const folder = openExportFolder(options.folder);
  using _ = lockJob(folder.path, clock.now());
  using ledger = new ExportLedger(folder.ledger);
  keepToApp(ledger, target, folder, plan?.id);
  finishReplacing(folder, ledger);
  const isBegun = beginPass(ledger, options.since, clock.now());

  const tally = new SkippedTally();
  let requests = 0;
  let answerMs: number | undefined;
  await using client = createClient({
    ...target,
    callsBaseUrl: options.callsBaseUrl,
    clock,
    onSkipped: (event) => tally.take(event),
    onAnswer: ({ tookMs }) => {
      requests++;
      answerMs = tookMs;
    },
    requestsPerMinute: { standard: options.requestsPerMinute ?? readsPerMinute(target) },
    leavesHalf: true,
  });
  if (isBegun) {
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
        onProgress: (progress: StepProgress) => {
          onEvent?.({ ...progress, steps: names, pass, requests, answerMs, requestsAhead: ahead });
          answerMs = undefined;
        },
      };
      for (const { name, run } of steps) {
        if (StepRun.isDone(context, name)) continue;
        ahead = requestsAhead(ledger, names, name);
        await run(context);
      }
      writer.finishFiles();
      if (pass >= CLOSING_PASS) break;
      beginClosing(ledger, clock.now());
    }
    await replaceLines(folder, ledger);
    if (plan !== undefined) await keepWayBack(folder, ledger, plan, signal);
    dropEmptyFiles(folder, ledger);
    completeExport(ledger);
  }
  const manifest = await writeManifest(folder, ledger, target, Number(ledger.setting('upTo')));
  const copied = media && (await copyFiles(client, { target, folder, media, onFiles, signal }));
  return { manifest, wasComplete: !isBegun, requests, skipped: tally.counts, media: copied };

  function onFiles(read: number): void {
    onEvent?.({ ...filesStep, read, requests });
  }
}

/** The plan of a job that was sent to the app. @throws {JobError} `no-plan`, `nothing-landed` or `other-app` */
function planOf(job: JobFolder, target: JobTarget): Plan {
  requirePlan(job, 'planFiles or planRows');
  const sent = rememberedTarget(job);
  if (sent === undefined)
    throw new JobError(
      'nothing-landed',
      `Nothing was sent from the job folder ${job.path}.`,
      'Give the job that was sent to the app.',
    );
  if (placeOf(sent) !== placeOf(target))
    throw new JobError(
      'other-app',
      `The job was sent to ${nameOfTarget(sent)}, and not to ${nameOfTarget(target)}.`,
      'Give the app of the job.',
    );
  return openPlan(job.plan);
}
