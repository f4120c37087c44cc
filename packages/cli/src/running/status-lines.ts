import { kindsInOrder } from '@chatferry/contract';
import type { Control, JobHolder, Status } from '@chatferry/runner';
import type { NextCommand } from '../printing/command-line.ts';
import { count, counted } from '../printing/table.ts';
import { duration, utcMinute } from '../printing/units.ts';
import { sumLines } from './sums.ts';

/** Where a job stands, for people. */
export function statusLines(
  status: Status,
  holder: JobHolder | undefined,
  control: Control,
  nowMs: number,
  next: NextCommand,
): string[] {
  return [
    ...sumLines(status.kinds),
    '',
    progressText(status),
    ...stateLines(status, holder, nowMs, next),
    ...controlLines(control, next),
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
  { runs, end, reason, startedAt, lastChangeAt }: Status,
  holder: JobHolder | undefined,
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

function controlLines({ paused, requestsPerMinute }: Control, next: NextCommand): string[] {
  return [
    ...(paused ? [`Paused; let it go on with: ${next('resume')}`] : []),
    ...(requestsPerMinute === undefined
      ? []
      : [
          `Quota set to ${requestsPerMinute} a minute; back to the run's own with: ${next('rate', 'default')}`,
        ]),
  ];
}
