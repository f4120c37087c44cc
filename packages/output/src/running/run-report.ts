import { notCompared } from '@chatferry/runner';
import {
  type Conclusion,
  type RunEnd,
  type JobFolder,
  type Sums,
  totalOf,
} from '@chatferry/job/planned';
import { type NextCommand, nextRun } from '../printing/next-command.ts';
import type { Result } from '../results/results.ts';
import { count, counted } from '@chatferry/contract';
import { sumLines } from './sum-lines.ts';

export interface FinishedRun {
  readonly result: RunEnd;
  readonly sums: Sums;
  /** The statements about the job. */
  readonly conclusion: Conclusion;
  readonly job: JobFolder;
  /** Formats the commands that continue from here. */
  readonly next: NextCommand;
  /** Whether `report.html` could be written. */
  readonly isReported: boolean;
  readonly isQuiet: boolean;
  /** Whether the ledger is in a store instead of the job folder. */
  readonly isInStore: boolean;
  /** Rows that the plan leaves to a later job. */
  readonly leftForLater: number;
  /** The command that plans the rows left for later. */
  readonly planOfRest: string;
  /** Whether the job folder lists the records that did not land. */
  readonly hasErrors: boolean;
  /** The option that fixes the reason of the stop. */
  readonly hint: string | undefined;
}

/** The result of a run as text. */
export function runReport(run: FinishedRun): string[] {
  const { result, sums, conclusion, isQuiet } = run;
  if (wasTurnedAway(run)) return nextLines(run);
  return [
    ...sumLines(sums),
    conclusion.headline,
    ...conclusion.sentences,
    ...(totalOf(sums, 'pending') + totalOf(sums, 'unresolved') === 0 &&
    conclusion.state !== 'inconsistent'
      ? ['Every row is accounted for.']
      : []),
    ...presentLines(sums),
    ...changeLines(result),
    ...fileLines(run),
    ...(isQuiet && result.reason === undefined ? [] : ['', ...nextLines(run)]),
  ];
}

/** Whether the service refused the key or the app before it accepted any request of this job. */
function wasTurnedAway({ result, sums }: FinishedRun): boolean {
  const isRefused = ['key-refused', 'wrong-app'].includes(result.reason?.code ?? '');
  return isRefused && settledStates.every((state) => totalOf(sums, state) === 0);
}

const settledStates = ['created', 'present', 'failed', 'skipped', 'unresolved'] as const;

/** The result for `--json`; docs/commands.md describes it. */
export function runJson(run: FinishedRun): Result {
  const { result, sums, conclusion, job, isReported, isInStore, hasErrors } = run;
  const { end, reason, changes, requests } = result;
  return {
    type: 'result',
    end,
    reason,
    conclusion,
    kinds: sums,
    changes,
    requests,
    files: {
      ...(hasErrors && !isInStore ? { errors: job.errors, failed: job.failed } : {}),
      rejects: job.rejects,
      log: job.log,
      report: isReported ? job.report : undefined,
    },
    next: [nextStep(run).command],
  };
}

function presentLines(sums: Sums): string[] {
  const ours = totalOf(sums, 'presentByThisJob');
  const before = [
    ...some(totalOf(sums, 'presentSame'), 'the same in every compared field'),
    ...some(totalOf(sums, 'presentDifferent'), 'different'),
    ...some(
      Object.values(sums).reduce((sum, each) => sum + notCompared(each), 0),
      'not compared',
    ),
  ];
  return [
    ...(ours === 0
      ? []
      : [`sent earlier: ${count(ours)} stored by this job, in an earlier request.`]),
    ...(before.length === 0 ? [] : [`present: in the app already: ${before.join(', ')}.`]),
  ];
}

function some(records: number, word: string): string[] {
  return records === 0 ? [] : [`${count(records)} ${word}`];
}

function changeLines({ changes }: RunEnd): string[] {
  return changes.map(
    ({ kind, from, to, records }) =>
      `${counted(records, 'record')} of ${kind}: ${from}, now ${to}.`,
  );
}

function fileLines({ sums, job, isReported, isInStore, hasErrors }: FinishedRun): string[] {
  const rejected = totalOf(sums, 'rejected');
  const excluded = totalOf(sums, 'excluded');
  return [
    ...(excluded > 0
      ? [`${counted(excluded, 'row')} left out as configured, among the rejected.`]
      : []),
    ...(hasErrors && !isInStore
      ? [`What did not land, and why: ${job.errors}; the rows to repair: ${job.failed}/`]
      : []),
    ...(rejected > 0 ? [`What was never sent, and why: ${job.rejects}`] : []),
    ...(isReported ? [`The report to hand over: ${job.report}`] : []),
  ];
}

function nextLines(run: FinishedRun): string[] {
  const { advice, command } = nextStep(run);
  return [...reasonLines(run), `${advice}: ${command}`, ...laterLines(run)];
}

/** After the end of this job, the command that plans the rows it leaves to a later job. */
function laterLines({ result, leftForLater, planOfRest }: FinishedRun): string[] {
  return leftForLater === 0 || result.end !== 'finished'
    ? []
    : [`${counted(leftForLater, 'row')} left to a later job. Plan that job with: ${planOfRest}`];
}

function reasonLines({ result: { reason }, hint = '' }: FinishedRun): string[] {
  if (reason === undefined) return [];
  return [reason.message, reason.fix, hint].filter((each) => each !== '');
}

interface NextStep {
  readonly advice: string;
  readonly command: string;
}

function nextStep({ result: { reason }, sums, next, isInStore }: FinishedRun): NextStep {
  if (reason !== undefined) return { advice: 'Continue with', command: nextRun(next, reason) };
  if (isInStore)
    return {
      advice: 'For the report, verify, explain and retry, bring the ledger here with',
      command: next('ledger', 'export'),
    };
  const lost = totalOf(sums, 'failed') + totalOf(sums, 'skipped') + totalOf(sums, 'unresolved');
  if (lost > 0) return { advice: 'Send what did not land again with', command: next('retry') };
  const advice =
    totalOf(sums, 'presentDifferent') > 0
      ? 'See which fields differ from the plan with'
      : 'Compare what the service holds with';
  return { advice, command: next('verify') };
}
