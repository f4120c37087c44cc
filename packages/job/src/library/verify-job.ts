import { createClient } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { openPlan, type Plan } from '@chatferry/planner';
import { jobHolder, runStatus, type SkippedCount, SkippedTally } from '@chatferry/runner';
import { concludeJob } from '../conclusion/conclude-job.ts';
import type { Conclusion } from '../conclusion/conclusion.ts';
import { jobFolder, requirePlan } from '../folder/job-folder.ts';
import { secureJobFolder } from '../folder/secure-job-folder.ts';
import { functionName } from '../folder/step-name.ts';
import { whyNotWritten } from '../folder/why-not-written.ts';
import { writeReport } from '../report/write-report.ts';
import { readsPerMinute } from '../sending/reads-per-minute.ts';
import { checkedTarget } from '../sending/target.ts';
import type { KindComparison } from '../verifying/kind-tally.ts';
import type { DifferencesSeal } from '../verifying/differences-file.ts';
import { refuseDuringUndo } from '../undo-state/undo-state.ts';
import { rememberedVerification, type VerifyScope } from '../verifying/verification.ts';
import { verifyPlan } from '../verifying/verify-plan.ts';
import type { VerifyJobOptions } from './options.ts';
import { VerifyEvents } from './verify-events.ts';

/** The comparison of the service with the plan. */
export interface VerifyOutcome {
  /** The kinds that were read. */
  readonly kinds: readonly KindComparison[];
  /** Whether this verification read every kind of the plan, and found every record there, once, and as planned. */
  readonly complete: boolean;
  /** What was read: `full`, the lists of the app; `delta`, the places where the records of a delta belong. */
  readonly scope: VerifyScope;
  /** Records of earlier jobs, by kind. With the scope `delta` they were not read. */
  readonly landedBefore: Readonly<Partial<Record<Kind, number>>>;
  /** Length and hash of the `differences.jsonl` that was written. */
  readonly differences: DifferencesSeal | undefined;
  /** The statements about the job. */
  readonly conclusion: Conclusion;
  /** Why `report.html` could not be written. */
  readonly reportProblem: string | undefined;
  /** Requests that were made. */
  readonly requests: number;
  /** Entries of lists that are not items. They were left out. */
  readonly skipped: readonly SkippedCount[];
}

/**
 * Reads the service back and compares it with the plan, field by field. Writes `verify.json`, `differences.jsonl` and
 * `report.html` into the job folder.
 *
 * @throws {JobError} without a plan, during an undo, even if it begins while the app is read, and for an invalid target
 * @throws {LedgerError} when the ledger belongs to another plan or cannot be read; nothing is read from the service then
 * @throws {ApiError} when the service does not answer
 * @throws the signal's reason; no result is written then
 *
 * @example
 * ```ts
 * const target = { appId: 'my-app', region: 'eu', apiKey: process.env['CHATFERRY_API_KEY'] ?? '' } as const;
 * const { complete, kinds } = await verifyJob({ job: 'job', target });
 * if (!complete) console.table(kinds);
 * ```
 */
export async function verifyJob({
  job: folder,
  target,
  kind,
  full = false,
  routes,
  requestsPerMinute = readsPerMinute(target),
  signal = new AbortController().signal,
  onEvent = () => {},
  stepName = functionName,
}: VerifyJobOptions): Promise<VerifyOutcome> {
  const job = jobFolder(folder);
  requirePlan(job, 'planFiles or planRows');
  secureJobFolder(job);
  refuseDuringUndo(job);
  runStatus(job.plan, job.ledger); // A ledger that cannot be read would fail the conclusion, after hours of reading.
  using plan = openPlan(job.plan);
  const tally = new SkippedTally();
  const progress = new VerifyEvents(plan.summary, kind, onEvent);
  await using client = createClient({
    ...checkedTarget(target),
    onSkipped: (event) => tally.take(event),
    onRequest: () => progress.asked(),
    onAnswer: ({ tookMs }) => progress.answered(tookMs),
    requestsPerMinute: { standard: requestsPerMinute },
    leavesHalf: true,
  });

  let reportProblem: string | undefined;
  let kinds: readonly KindComparison[];
  try {
    kinds = await verifyPlan({
      job,
      plan,
      client,
      target,
      routes,
      kind,
      isFull: full,
      signal,
      onHeld: (of, held) => progress.moved('reading', of, held),
      onCompared: (of, compared) => progress.moved('comparing', of, compared),
      onDiffering: (of, found) => progress.differing(of, found),
    });
  } finally {
    reportProblem = whyNotWritten(job.report, () =>
      writeReport(job, stepName, jobHolder(job.path)),
    );
  }
  const { complete, scope = 'full', differences } = rememberedVerification(job, plan.id)!;
  return {
    kinds: kinds.filter(({ planned, held }) => planned + held > 0),
    complete,
    scope,
    landedBefore: landedBefore(plan),
    differences,
    conclusion: concludeJob(job, runStatus(job.plan, job.ledger), jobHolder(job.path)),
    reportProblem,
    requests: progress.requests,
    skipped: tally.counts,
  };
}

/** The kinds that have records which landed in earlier jobs. */
function landedBefore({ summary }: Plan): VerifyOutcome['landedBefore'] {
  const landed = Object.entries(summary.delta?.landed ?? {});
  return Object.fromEntries(landed.filter(([, records]) => records > 0));
}
