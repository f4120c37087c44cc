import { count, counted, kindsInOrder } from '@chatferry/contract';
import { duration, type JobStatus, utcMinute, utcSecond } from '@chatferry/job';
import { type ControlState, nameOfTarget, type Status } from '@chatferry/runner';
import type { NextCommand } from '../printing/command-line.ts';
import type { RunProgress } from './progress-file.ts';
import { sumLines } from './sum-lines.ts';

/** How far a job is, and what is known of a run in progress. */
export interface Standing extends JobStatus {
  readonly progress: RunProgress | undefined;
}

/** Where a job stands, for people. */
export function statusLines(standing: Standing, nowMs: number, next: NextCommand): string[] {
  return [
    ...sumLines(standing.kinds),
    '',
    progressText(standing),
    ...(standing.target === undefined ? [] : [`Sent to ${nameOfTarget(standing.target)}.`]),
    ...stateLines(standing, nowMs, next),
    ...(standing.progress === undefined ? [] : paceLines(standing.progress)),
    ...controlLines(standing.control, next),
  ];
}

function progressText({ kinds, runs, requests }: Status): string {
  const planned = kindsInOrder.reduce((sum, kind) => sum + kinds[kind].planned, 0);
  const pending = kindsInOrder.reduce((sum, kind) => sum + kinds[kind].pending, 0);
  const settled = `${count(planned - pending)} of ${counted(planned, 'record')} settled`;
  return runs === 0
    ? `${settled}; nothing was sent yet.`
    : `${settled} in ${counted(runs, 'run')} and ${counted(requests, 'request')}.`;
}

function stateLines(
  { runs, end, reason, startedAt, lastChangeAt, holder }: Standing,
  nowMs: number,
  next: NextCommand,
): string[] {
  if (holder !== undefined) {
    const last =
      lastChangeAt === undefined ? '' : `, last change ${duration(nowMs - lastChangeAt)} ago`;
    return [
      `Process ${holder.pid} on ${holder.host} is at work since ${utcMinute(holder.since)} UTC${last}.`,
    ];
  }
  if (runs === 0) return [`Send it with: ${next('run')}`];
  if (end === 'finished') return ['The run is finished.'];
  const since = startedAt === undefined ? '' : `, started ${utcMinute(startedAt)} UTC,`;
  return [
    reason === undefined
      ? `The last run${since} ended without a word: it was killed, or the machine went down.`
      : `The last run${since} stopped: ${reason.message}`,
    `Go on with: ${next('run')}`,
  ];
}

/** How fast it goes, and what holds it up. */
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
      : `${count(requestsPerMinute)} requests a minute, ${limit}${remainingMs === undefined ? '' : `; ${duration(remainingMs)} left in all`}.`;
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
    ...(paused ? [`Paused; let it go on with: ${next('resume')}`] : []),
    ...(requestsPerMinute === undefined
      ? []
      : [
          `Quota set to ${requestsPerMinute} a minute; back to the run's own with: ${next('rate', 'default')}`,
        ]),
  ];
}
