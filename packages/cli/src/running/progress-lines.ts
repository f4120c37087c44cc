import { type Kind, kindsInOrder } from '@chatferry/contract';
import type { Rate } from '@chatferry/runner';
import { count } from '../printing/table.ts';
import { duration, utcSecond } from '../printing/units.ts';
import type { KindProgress, Progress } from './progress.ts';

const BAR = 24;
const LONGEST_NAME = Math.max(...kindsInOrder.map((kind) => kind.length));

/** The drawing for a terminal: a bar for each kind, then how the quota is used and what is in the way. */
export function progressDrawing(
  progress: Progress,
  quota: Rate,
  now: number,
  columns: number,
): string {
  const lines = [
    ...kindsInOrder
      .filter((kind) => progress.kinds[kind].planned > 0)
      .map((kind) => barLine(kind, progress, now)),
    paceLine(progress, quota, now),
    ...(progress.waiting === undefined ? [] : [waitingLine(progress.waiting)]),
    ...(progress.trouble === undefined ? [] : [`last trouble: ${progress.trouble}`]),
  ];
  return lines.map((line) => cut(line, columns)).join('\n');
}

/** The same on one line, for logs. */
export function progressLine(kind: Kind, progress: Progress, quota: Rate, now: number): string {
  const { planned, counts } = progress.kinds[kind];
  const done = planned - counts.pending;
  const pace =
    progress.pace.requestsPerMinute(now) === 0 ? '' : `, ${paceLine(progress, quota, now)}`;
  return `${kind} ${count(done)} of ${count(planned)} (${percent(done, planned)})${lossText(counts)}${pace}`;
}

/** Why nothing is sent at the moment. */
export function waitingLine({ message, until }: NonNullable<Progress['waiting']>): string {
  const end = /[.!?]$/.test(message) ? '' : '.';
  return `waiting${until === undefined ? '' : ` until ${utcSecond(until)} UTC`}: ${message}${end}`;
}

/** That nothing happens, and that it is not chatferry that sleeps. */
export function silenceLine(silentMs: number): string {
  return `no answer from the service for ${duration(silentMs)}; still waiting for it`;
}

function barLine(kind: Kind, progress: Progress, now: number): string {
  const { planned, counts, state } = progress.kinds[kind];
  const done = planned - counts.pending;
  const filled = planned === 0 ? BAR : Math.floor((done / planned) * BAR);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
  const total = count(planned);
  const position = `${count(done).padStart(total.length)} of ${total}`;
  return `${kind.padEnd(LONGEST_NAME)} ${bar} ${percent(done, planned).padStart(5)}  ${position}${state === 'sending' ? speedText(kind, progress, now) : ''}${lossText(counts)}`;
}

function speedText(kind: Kind, progress: Progress, now: number): string {
  const { startedAt } = progress.kinds[kind];
  const perMinute = progress.pace.recordsOfKindPerMinute(now, kind, startedAt);
  const remainingMs = progress.remainingMs(now, kind);
  const left = remainingMs === undefined ? '' : `, ${duration(remainingMs)} left`;
  return perMinute === 0 ? '' : `  ${count(Math.round(perMinute))}/min${left}`;
}

function lossText({ failed, skipped, unresolved }: KindProgress['counts']): string {
  const parts = [
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(skipped === 0 ? [] : [`${count(skipped)} skipped`]),
    ...(unresolved === 0 ? [] : [`${count(unresolved)} unresolved`]),
  ];
  return parts.length === 0 ? '' : `  ${parts.join(', ')}`;
}

function paceLine(progress: Progress, started: Rate, now: number): string {
  const quota = progress.rate ?? started;
  const requests = progress.pace.requestsPerMinute(now);
  const share =
    typeof quota === 'number' && quota > 0 && progress.pace.isMeasured(now)
      ? `, ${percent(requests, quota)} of the quota`
      : '';
  const remainingMs = progress.remainingMs(now);
  const left = remainingMs === undefined ? '' : `, ${duration(remainingMs)} left in all`;
  return `${count(Math.round(requests))} requests/min${share}${left}`;
}

/** Rounded down: 100 % means all of it. */
function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`;
}

function cut(line: string, columns: number): string {
  return line.length <= columns ? line : `${line.slice(0, columns - 1)}…`;
}
