import { count } from '@chatferry/contract';
import { duration, type ExportProgress } from '@chatferry/job/planned';
import type { Rate } from '@chatferry/runner';
import { barLines } from '../screens/bar-lines.ts';
import { doneAbout } from '../screens/clock-text.ts';
import { headLine } from '../screens/head-line.ts';
import type { Frame } from '../screens/live.ts';
import { paceTexts } from '../screens/pace-text.ts';
import { percent } from '../screens/percent.ts';
import { rateLine } from '../screens/rate-line.ts';

/** The drawing for a terminal: a line with the end, a bar for each begun list, and the rates. */
export function exportDrawing(
  progress: ExportProgress,
  quota: Rate,
  title: string,
  { now, columns }: Frame,
): string[] {
  const { latest, startedAt } = progress;
  if (latest === undefined) return [];
  const { steps, step, pass } = latest;
  const number = steps.indexOf(step) + 1;
  const again = pass === 2 ? ', of what changed meanwhile' : '';
  const bars = progress.steps.map(({ step: name, read, share }) => ({ name, done: read, share }));
  return [
    headLine(
      { title, percent: undefined, startedAt, now, end: endTexts(progress, quota, now) },
      columns,
    ),
    ...barLines(bars, columns),
    `list ${number} of ${steps.length}${again}`,
    rateLine(progress.rates(now, quota), columns),
  ];
}

/** The progress on one line, for logs. */
export function exportLine(progress: ExportProgress, quota: Rate, now: number): string | undefined {
  if (progress.latest === undefined) return undefined;
  const { step, steps, read, share, pass } = progress.latest;
  const again = pass === 2 ? ', of what changed meanwhile' : '';
  const done = share === undefined ? '' : ` (${percent(share, 1)})`;
  const [end] = endTexts(progress, quota, now);
  return [
    `reading ${step} (${steps.indexOf(step) + 1} of ${steps.length}${again}): ${count(read)} read${done}`,
    paceTexts(progress.rates(now, quota).requestsPerMinute, quota)[0],
    ...(end === undefined ? [] : [end]),
  ].join(', ');
}

/** The earliest end of the export: not all numbers of pages in the following lists are known. */
function endTexts(progress: ExportProgress, quota: Rate, now: number): string[] {
  const remainingMs = progress.remainingMs(now, quota);
  if (remainingMs === undefined) return [];
  const left = `at least ${duration(remainingMs)} left`;
  return [`${left}, ${doneAbout(now + remainingMs, now)}`, left];
}
