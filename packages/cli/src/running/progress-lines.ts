import { count, type Kind, kindsInOrder, printable } from '@chatferry/contract';
import type { Rate, RunEvent } from '@chatferry/runner';
import { duration, type KindProgress, type Progress, utcSecond } from '@chatferry/job/planned';
import { barLine, fitting, percent } from '../printing/bar.ts';
import { paceTexts } from './pace-text.ts';
import { cutToWidth } from '../printing/text-width.ts';

/** The drawing for a terminal: a bar for each kind, then the use of the quota and the cause of a delay. */
export function progressDrawing(
  progress: Progress,
  quota: Rate,
  now: number,
  columns: number,
): string {
  const shown = kindsInOrder.filter((kind) => progress.kinds[kind].planned > 0);
  const width = Math.max(...shown.map((kind) => kind.length));
  const lines = [
    ...shown.map((kind) => kindLine(kind.padEnd(width), kind, progress, now, columns)),
    paceLine(progress, quota, now, columns),
    ...(progress.waiting === undefined ? [] : [waitingLine(progress.waiting)]),
    ...(progress.trouble === undefined ? [] : [`last trouble: ${onOneLine(progress.trouble)}`]),
  ];
  return lines.map((line) => cutToWidth(printable(line), columns)).join('\n');
}

/** The progress on one line, for logs. */
export function progressLine(kind: Kind, progress: Progress, quota: Rate, now: number): string {
  const { planned, counts } = progress.kinds[kind];
  const done = planned - counts.pending;
  const pace = progress.pace.isMeasured(now) ? `, ${paceLine(progress, quota, now)}` : '';
  return `${kind} ${count(done)} of ${count(planned)} (${percent(done, planned)})${lossText(counts)}${pace}`;
}

/** Why the run is waiting. */
export function waitingLine({ message, until }: NonNullable<Progress['waiting']>): string {
  const end = /[.!?]$/.test(message) ? '' : '.';
  return `waiting${until === undefined ? '' : ` until ${utcSecond(until)} UTC`}: ${onOneLine(message)}${end}`;
}

/** Reports an operation that the service announces to end. */
export function deprecatedLine({
  operation,
  ends,
}: Extract<RunEvent, { type: 'deprecated' }>): string {
  const what =
    ends === undefined
      ? `has deprecated ${operation}`
      : `ends ${operation} on ${ends.slice(0, 10)}`;
  return `the service ${what}; look for a newer version of chatferry`;
}

/** Reports that the service has not answered for some time. */
export function silenceLine(silentMs: number): string {
  return `no answer from the service for ${duration(silentMs)}; still waiting for it`;
}

function kindLine(
  name: string,
  kind: Kind,
  progress: Progress,
  now: number,
  columns: number,
): string {
  const { planned, counts, state } = progress.kinds[kind];
  const done = planned - counts.pending;
  const total = count(planned);
  const position = `${percent(done, planned).padStart(5)}  ${count(done).padStart(total.length)} of ${total}`;
  const losses = lossText(counts);
  const speed = state === 'sending' ? speedText(kind, progress, now) : '';
  const texts = [speed, ''].map((text) => `${position}${text}${losses}`);
  return barLine(name, done / planned, texts, columns);
}

function speedText(kind: Kind, progress: Progress, now: number): string {
  const perMinute = progress.recordsPerMinute(now, kind);
  const remainingMs = progress.remainingMs(now, kind);
  const left = remainingMs === undefined ? '' : `, ${duration(remainingMs)} left`;
  return perMinute === undefined ? '' : `  ${count(Math.round(perMinute))}/min${left}`;
}

function lossText({ failed, skipped, unresolved }: KindProgress['counts']): string {
  const parts = [
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(skipped === 0 ? [] : [`${count(skipped)} skipped`]),
    ...(unresolved === 0 ? [] : [`${count(unresolved)} unresolved`]),
  ];
  return parts.length === 0 ? '' : `  ${parts.join(', ')}`;
}

/** The use of the quota and the remaining time, which a narrow terminal shows first. */
function paceLine(progress: Progress, started: Rate, now: number, columns = Infinity): string {
  const quota = progress.rate ?? started;
  const requests = progress.requestsPerMinute(now, quota);
  const [speed, ...share] = paceTexts(requests, quota);
  const remainingMs = requests === undefined ? undefined : progress.remainingMs(now);
  const left = remainingMs === undefined ? [] : [`${duration(remainingMs)} left in all`];
  const lines = [
    [speed, ...share, ...left],
    [speed, ...left],
    left.length === 0 ? [speed] : left,
  ].map((parts) => parts.join(', '));
  return fitting(lines, columns);
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
