import { count, counted, type Kind, kindsInOrder, printable } from '@chatferry/contract';
import type { Rate, RunEvent } from '@chatferry/runner';
import { duration, type KindProgress, type Progress, utcSecond } from '@chatferry/job/planned';
import { barLine, fitting, percent } from '../printing/bar.ts';
import { agoText, doneAbout, headLine, partsLine } from '../printing/screen-head.ts';
import { paceTexts } from './pace-text.ts';
import { cutToWidth } from '../printing/text-width.ts';

/** The terminal, and texts that the progress does not have. */
export interface Frame {
  readonly columns: number;
  /** Lines of the terminal; any number unless given. */
  readonly rows?: number | undefined;
  /** The job and the app, for the first line. */
  readonly title?: string | undefined;
  /** The command that continues a paused run. */
  readonly resume?: string | undefined;
}

/**
 * The drawing for a terminal: a line with the end, a bar for each kind, the rates, the latest trouble, and the cause of a delay with the way on.
 * On a low terminal only the kind in progress has a bar.
 */
export function progressDrawing(
  progress: Progress,
  quota: Rate,
  now: number,
  { columns, rows = Infinity, title = '', resume }: Frame,
): string {
  const shown = kindsInOrder.filter((kind) => progress.kinds[kind].planned > 0);
  const width = Math.max(...shown.map((kind) => kind.length));
  const sums = shown.map((kind) => progress.kinds[kind]);
  const planned = sums.reduce((sum, kind) => sum + kind.planned, 0);
  const pending = sums.reduce((sum, { counts }) => sum + counts.pending, 0);
  const { startedAt } = progress;
  const share = percent(planned - pending, planned);
  const end = endText(progress, progress.rate ?? quota, now, pending);
  const below = [
    rateLine(progress, quota, now, columns),
    ...(progress.waiting === undefined ? [] : [waitingLine(progress.waiting)]),
    // A command has a line of its own, so that it is not cut before it must be.
    ...(progress.waiting?.why === 'paused' && resume !== undefined ? ['Resume with:', resume] : []),
    ...troubleLines(progress, now),
  ];
  const bars = shown.map((kind) => kindLine(kind.padEnd(width), kind, progress, now, columns));
  const lines = [
    headLine({ title, percent: share, startedAt, now, end }, columns),
    ...(1 + bars.length + below.length < rows ? bars : foldedKinds(shown, bars, progress)),
    ...below,
  ];
  return lines.map((line) => cutToWidth(printable(line), columns)).join('\n');
}

/** Kinds that are done or not begun, in one line each, and the bars of the others. */
function foldedKinds(
  shown: readonly Kind[],
  bars: readonly string[],
  progress: Progress,
): string[] {
  const isDone = (kind: Kind): boolean => progress.kinds[kind].counts.pending === 0;
  const isToCome = (kind: Kind): boolean =>
    !isDone(kind) && progress.kinds[kind].state === 'waiting';
  return [
    ...foldedLine(shown.filter(isDone), progress, 'done'),
    ...bars.filter((_, index) => !isDone(shown[index]!) && !isToCome(shown[index]!)),
    ...foldedLine(shown.filter(isToCome), progress, 'to come'),
  ];
}

function foldedLine(of: readonly Kind[], progress: Progress, what: string): string[] {
  const records = of.reduce((sum, kind) => sum + progress.kinds[kind].planned, 0);
  return of.length === 0
    ? []
    : [`${counted(of.length, 'kind')} ${what}, ${counted(records, 'record')}`];
}

/** The end of the run, or since when it waits. */
function endText(progress: Progress, quota: Rate, now: number, pending: number): string {
  const { waiting, waitingSince } = progress;
  if (waiting !== undefined) {
    const what = waiting.why === 'paused' ? 'paused' : 'waiting';
    return waitingSince === undefined ? what : `${what} ${duration(now - waitingSince)}`;
  }
  const end = pending === 0 ? undefined : progress.end(now, quota);
  return end === undefined ? '' : doneAbout(end.at, now, end.isMeasured);
}

/** Rates, answers and repeats; a narrow terminal loses the last ones first. Before they are measured only the quota. */
function rateLine(progress: Progress, started: Rate, now: number, columns: number): string {
  const quota = progress.rate ?? started;
  const requests = progress.requestsPerMinute(now, quota);
  const perSecond = progress.recordsPerSecond(now);
  const latency = perSecond === undefined ? undefined : progress.latency(now);
  return partsLine(
    [
      paceTexts(requests, quota).join(', '),
      ...(perSecond === undefined ? [] : [`${shortNumber(perSecond)} records/s`]),
      ...(progress.again === 0 ? [] : [`${count(progress.again)} sent again`]),
      ...(latency === undefined
        ? []
        : [
            `answers ${answerTime(latency.medianMs)}, 99 of 100 under ${answerTime(latency.of99Ms)}`,
          ]),
    ],
    columns,
  );
}

function shortNumber(value: number): string {
  return value < 100 ? String(Math.round(value * 10) / 10) : count(Math.round(value));
}

function answerTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The latest trouble with its age, which stays. */
function troubleLines({ lastTrouble }: Progress, now: number): string[] {
  if (lastTrouble === undefined) return [];
  const { code, message, at } = lastTrouble;
  return [`last trouble ${agoText(at, now)}: ${onOneLine(`${code}: ${message}`)}`];
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
