import { count, counted, kindsInOrder } from '@chatferry/contract';
import {
  duration,
  hasBegun,
  type RunProgress,
  utcSecond,
  type WholeJobStatus,
} from '@chatferry/job/planned';
import { type ControlState, nameOfTarget, type Status } from '@chatferry/runner';
import { cutOverStatusLine } from './cut-over-status-line.ts';
import { followStatusLines } from './follow-status-lines.ts';
import { type NextCommand, nextRun } from '../printing/next-command.ts';
import { sumLines } from './sum-lines.ts';

/** The status of a job, with the rate of a run in progress. */
export interface ShownStatus extends WholeJobStatus {
  readonly progress: RunProgress | undefined;
}

/** The status of a job as text. */
export function statusLines(status: ShownStatus, nowMs: number, next: NextCommand): string[] {
  return [
    ...sumLines(status.kinds),
    progressText(status),
    ...(status.target === undefined ? [] : [`Sent to ${nameOfTarget(status.target)}.`]),
    '',
    status.conclusion.headline,
    ...status.conclusion.sentences,
    ...(status.follow === undefined
      ? []
      : followStatusLines(status.follow, pendingOf(status), nowMs, next)),
    ...(status.follow?.cutOver === undefined
      ? []
      : [cutOverStatusLine(status.follow.cutOver, nowMs)]),
    ...stateLines(status, nowMs, next),
    ...(status.progress === undefined ? [] : paceLines(status.progress)),
    ...controlLines(status.control, next),
  ];
}

/** The number of unsent records in the plan. */
function pendingOf({ kinds }: Pick<Status, 'kinds'>): number {
  return kindsInOrder.reduce((sum, kind) => sum + kinds[kind].pending, 0);
}

function progressText({ kinds, runs, requests }: Status): string {
  const planned = kindsInOrder.reduce((sum, kind) => sum + kinds[kind].planned, 0);
  const pending = pendingOf({ kinds });
  const settled = `${count(planned - pending)} of ${counted(planned, 'record')} settled`;
  return runs === 0
    ? `${settled}.`
    : `${settled} in ${counted(runs, 'run')} and ${counted(requests, 'request')}.`;
}

function stateLines(status: ShownStatus, nowMs: number, next: NextCommand): string[] {
  const { holder, lastChangeAt, runs, reason } = status;
  const step = stepOf(status, next);
  if (step !== undefined)
    return [
      ...(runs === 0 || reason === undefined || isUndoing(status) ? [] : [reason.message]),
      `${step.advice}: ${step.command}`,
    ];
  return holder === undefined || lastChangeAt === undefined
    ? []
    : [`The last change was ${duration(nowMs - lastChangeAt)} ago.`];
}

/** The command that continues the job; undefined while a process works on the job, and when nothing is left. */
function stepOf(
  status: ShownStatus,
  next: NextCommand,
): { readonly advice: string; readonly command: string } | undefined {
  const { holder, runs, end, reason, follow } = status;
  if (isUndoing(status)) return { advice: 'Finish it with', command: next('undo') };
  if (holder !== undefined) return undefined;
  if (follow?.cutOver !== undefined && hasBegun(follow.cutOver))
    return follow.cutOver.isFinished
      ? undefined
      : { advice: 'Continue the cut-over with', command: next('cut-over') };
  if (follow !== undefined) return { advice: 'Follow on with', command: next('follow') };
  if (runs === 0) return { advice: 'Send it with', command: next('run') };
  if (end === 'finished' && pendingOf(status) === 0) return undefined;
  return { advice: 'Continue with', command: nextRun(next, reason) };
}

function hasLost({ kinds }: ShownStatus): boolean {
  return Object.values(kinds).some(
    ({ failed, skipped, unresolved }) => failed + skipped + unresolved > 0,
  );
}

function isUndoing({ undo }: ShownStatus): boolean {
  return undo?.state === 'begun';
}

/** The commands that are useful in the state of the job. */
export function statusCommands(status: ShownStatus, next: NextCommand): string[] {
  const { holder, undo, control } = status;
  const step = stepOf(status, next)?.command;
  const isOver =
    (step === undefined || status.follow !== undefined) &&
    holder === undefined &&
    undo === undefined;
  return [
    ...(step === undefined ? [] : [step]),
    ...(isOver && hasLost(status) ? [next('retry')] : []),
    ...(isOver ? [next('verify')] : []),
    ...(isOver && (status.follow?.app.different ?? 0) > 0 ? [next('repair')] : []),
    ...(control.paused ? [next('resume')] : holder === undefined ? [] : [next('pause')]),
    ...(control.requestsPerMinute === undefined ? [] : [next('rate', 'default')]),
  ];
}

/** The rate, and the cause of a delay. */
function paceLines({
  quota,
  requestsPerMinute,
  remainingMs,
  waiting,
  trouble,
}: RunProgress): string[] {
  const limit = quota === 'unlimited' ? 'no quota' : `quota ${count(quota)}`;
  const speed =
    requestsPerMinute === undefined
      ? `Requests a minute: ${limit}.`
      : `${counted(requestsPerMinute, 'request')} a minute, ${limit}${remainingMs === undefined ? '' : `; ${duration(remainingMs)} left in all`}.`;
  const held =
    waiting === undefined
      ? []
      : [
          `Waiting${waiting.until === undefined ? '' : ` until ${utcSecond(Date.parse(waiting.until))} UTC`}: ${waiting.message}`,
        ];
  return [speed, ...held, ...(trouble === undefined ? [] : [`Last trouble: ${trouble}.`])];
}

function controlLines({ paused, requestsPerMinute }: ControlState, next: NextCommand): string[] {
  return [
    ...(paused ? [`Paused; resume with: ${next('resume')}`] : []),
    ...(requestsPerMinute === undefined
      ? []
      : [
          `Quota set to ${requestsPerMinute} a minute; restore the quota of the run with: ${next('rate', 'default')}`,
        ]),
  ];
}
