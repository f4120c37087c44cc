import { count, type Kind, kindsInOrder } from '@chatferry/contract';
import type { Rate, RunEvent } from '@chatferry/runner';
import { duration, utcSecond } from '@chatferry/job/planned';
import type { KindProgress, Progress } from './progress.ts';
import { printable } from '../printing/printable.ts';
import { cutToWidth } from '../printing/text-width.ts';

/** Possible widths of a bar: the widest with which the line fits the terminal is drawn. */
const BARS = [24, 12, 6, 0];

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
    ...shown.map((kind) => barLine(kind.padEnd(width), kind, progress, now, columns)),
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

function barLine(
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
  const lines = [speed, ''].flatMap((text) =>
    BARS.map((width) => `${name} ${barText(width, done / planned)}${position}${text}${losses}`),
  );
  return lines.find((line) => line.length <= columns) ?? lines.at(-1)!;
}

function barText(width: number, share: number): string {
  const filled = Math.floor(share * width);
  return width === 0 ? '' : `${'█'.repeat(filled)}${'░'.repeat(width - filled)} `;
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
  if (requests === undefined)
    return quota === 'unlimited' ? 'no quota' : `quota ${count(quota)} requests/min`;
  const speed = `${count(Math.round(requests))} requests/min`;
  const share =
    quota === 'unlimited' || quota === 0 ? [] : [`${percent(requests, quota)} of the quota`];
  const remainingMs = progress.remainingMs(now);
  const left = remainingMs === undefined ? [] : [`${duration(remainingMs)} left in all`];
  const lines = [
    [speed, ...share, ...left],
    [speed, ...left],
    left.length === 0 ? [speed] : left,
  ].map((parts) => parts.join(', '));
  return lines.find((line) => line.length <= columns) ?? lines.at(-1)!;
}

/** Rounded down: 100 % means all of it. */
function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`;
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
