import { count } from '@chatferry/contract';
import { duration, utcMinute } from '@chatferry/job/planned';
import type { FleetState, HeldPart, TakeOver, WorkerState } from '@chatferry/fleet';
import { table } from '../printing/table.ts';

/** The most named shifts of a worker. */
const SHOWN = 3;

/** The workers of a store, one a line, and the shifts taken over from lost workers. */
export function workerTable({ workers, takeOvers }: FleetState, nowMs: number): string[] {
  return [
    '',
    ...(workers.length === 0
      ? ['No worker is there.']
      : table([
          ['worker', 'pool', 'since', 'seen', 'shifts'],
          ...workers.map((worker) => rowOf(worker, nowMs)),
        ])),
    ...(takeOvers.length === 0 ? [] : ['', ...takeOvers.map(takeOverLine)]),
  ];
}

function rowOf({ name, pool, startedAt, seenAt, isAlive, shifts }: WorkerState, nowMs: number) {
  const silent = duration(Math.max(nowMs - seenAt, 0));
  const named = shifts.slice(0, SHOWN).map((shift) => `${shift.job} ${partText(shift)}`);
  const more = shifts.length - named.length;
  return [
    name,
    pool,
    `${utcMinute(startedAt)} UTC`,
    isAlive ? `${silent} ago` : `lost, ${silent} ago`,
    [...named, ...(more > 0 ? [`${count(more)} more`] : [])].join(', '),
  ];
}

function takeOverLine({ at, lost, worker, job, ...part }: TakeOver): string {
  const time = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  return `${time} UTC: ${worker} took over ${job} ${partText(part)} from ${lost}.`;
}

function partText({ step, kind, part }: Omit<HeldPart, 'job'>): string {
  return kind === undefined ? step : `${step} ${kind}, part ${part + 1}`;
}
