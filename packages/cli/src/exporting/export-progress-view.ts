import { count } from '@chatferry/contract';
import { duration, type ExportEvent, ExportProgress, utcMinute } from '@chatferry/job/planned';
import type { Rate } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import { fitting, percent } from '../printing/bar.ts';
import { cutToWidth } from '../printing/text-width.ts';
import { paceTexts } from '../running/pace-text.ts';
import type { Io } from '../terms/io.ts';

/** A display of the progress of an export. */
export interface ExportProgressView extends Disposable {
  readonly show: (event: ExportEvent) => void;
  /** Shows that the export is about to end, because that was asked for. */
  readonly stop: () => void;
  /** Removes the display. */
  readonly end: () => void;
}

const REDRAW_MS = 200;
const LINE_MS = 10_000;

/** The view that fits the options and the terminal. @param now milliseconds since 1970 */
export function exportProgressView(
  io: Io,
  { json, quiet }: OptionValues,
  quota: Rate,
  now: () => number,
): ExportProgressView {
  const progress = new ExportProgress(now());
  const { screen } = io;
  const isShown = json !== true && quiet !== true;
  const [draw, everyMs] =
    screen === undefined
      ? [(line: string) => io.err(line), LINE_MS]
      : [(line: string) => screen.draw(cutToWidth(line, screen.columns())), REDRAW_MS];
  const timer = isShown
    ? setInterval(() => {
        const columns = screen?.columns() ?? Infinity;
        if (progress.latest !== undefined) draw(exportLine(progress, quota, now(), columns));
      }, everyMs)
    : undefined;
  const end = (): void => {
    clearInterval(timer);
    if (!isShown || screen === undefined) return;
    screen.draw('');
    screen.done();
  };
  return {
    show: (event) => progress.take(event, now()),
    stop: () => {
      clearInterval(timer);
      if (isShown) screen?.draw('stopping');
    },
    end,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** The progress on one line. */
function exportLine(progress: ExportProgress, quota: Rate, now: number, columns: number): string {
  const { step, steps, read, share, pass } = progress.latest!;
  const number = `${steps.indexOf(step) + 1} of ${steps.length}`;
  const again = pass === 2 ? ', what changed meanwhile' : '';
  const done = share === undefined ? '' : ` (${percent(share, 1)})`;
  const position = `${step} (${number}${again}): ${count(read)} read${done}`;
  const pace = paceTexts(progress.requestsPerMinute(now, quota), quota);
  const remainingMs = progress.remainingMs(now, quota);
  if (remainingMs === undefined)
    return fitting([[position, ...pace].join(', '), position], columns);
  const left = `at least ${duration(remainingMs)} left`;
  const ends = `done about ${utcMinute(now + remainingMs)} UTC`;
  const lines = [
    [position, ...pace, left, ends],
    [position, left, ends],
    [position, left],
  ];
  return fitting(
    lines.map((parts) => parts.join(', ')),
    columns,
  );
}
