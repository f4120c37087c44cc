import { count } from '@chatferry/contract';
import type { Rate } from '@chatferry/runner';
import {
  duration,
  Silence,
  utcMinute,
  type VerifyEvent,
  VerifyProgress,
} from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { Io, Screen } from '../terms/io.ts';
import { barLine, fitting, percent } from '../printing/bar.ts';
import { cutToWidth } from '../printing/text-width.ts';
import { paceTexts } from '../running/pace-text.ts';
import { silenceLine } from '../running/progress-lines.ts';

/** A display of the progress of a verification. */
export interface VerifyProgressView extends Disposable {
  readonly show: (event: VerifyEvent) => void;
  /** Shows that the verification is about to end, because that was asked for. */
  readonly stop: () => void;
}

const REDRAW_MS = 200;
const LINE_MS = 10_000;
const POLL_MS = 1000;

/** The view that fits the options and the terminal. @param now milliseconds since 1970 */
export function verifyProgressView(
  io: Io,
  { json, quiet }: OptionValues,
  quota: Rate,
  now: () => number,
): VerifyProgressView {
  if (json === true || quiet === true)
    return { show: () => {}, stop: () => {}, [Symbol.dispose]: () => {} };
  return io.screen === undefined ? lineView(io, quota, now) : terminalView(io.screen, quota, now);
}

function terminalView(screen: Screen, quota: Rate, now: () => number): VerifyProgressView {
  const progress = new VerifyProgress(now());
  let isStopping = false;
  const draw = (): void => {
    if (isStopping) screen.draw('stopping');
    else if (progress.latest !== undefined)
      screen.draw(verifyDrawing(progress, quota, now(), screen.columns()));
  };
  const timer = setInterval(draw, REDRAW_MS);
  return {
    show: (event) => progress.take(event, now()),
    stop: () => {
      isStopping = true;
      draw();
    },
    [Symbol.dispose]: () => {
      clearInterval(timer);
      screen.draw('');
      screen.done();
    },
  };
}

/** A line every ten seconds, for logs and pipes; another one when the service does not answer. */
function lineView(io: Io, quota: Rate, now: () => number): VerifyProgressView {
  const progress = new VerifyProgress(now());
  const silence = new Silence(now());
  let [printedAt, requests] = [now(), 0];
  const print = (line: string): void => {
    printedAt = now();
    io.err(line);
  };
  const timer = setInterval(() => {
    const silentMs = silence.toReport(now(), quota);
    if (silentMs !== undefined) print(silenceLine(silentMs));
  }, POLL_MS);
  return {
    show: (event) => {
      progress.take(event, now());
      if (event.requests === requests && event.step === 'reading') return;
      requests = event.requests;
      silence.take({ type: 'batch-settled' }, now());
      if (now() - printedAt >= LINE_MS) print(verifyLine(progress, quota, now()));
    },
    stop: () => {},
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** The drawing for a terminal: a bar for each kind, then all kinds together. */
export function verifyDrawing(
  progress: VerifyProgress,
  quota: Rate,
  now: number,
  columns: number,
): string {
  const { kinds } = progress.latest!;
  const width = Math.max(...kinds.map(({ kind }) => kind.length));
  const lines = kinds.map(({ kind, planned }, index) => {
    const done = progress.doneOf(index);
    const total = count(planned);
    const position = `${percent(done, planned).padStart(5)}  ${count(done).padStart(total.length)} of ${total}`;
    const step = kind === progress.latest!.kind ? `  ${stepText(progress.latest!)}` : '';
    return barLine(kind.padEnd(width), done / planned, [`${position}${step}`, position], columns);
  });
  return [...lines, allLine(progress, quota, now, columns)]
    .map((line) => cutToWidth(line, columns))
    .join('\n');
}

/** The progress on one line, for logs. */
export function verifyLine(progress: VerifyProgress, quota: Rate, now: number): string {
  const { kind, step, planned } = progress.latest!;
  const index = progress.latest!.kinds.findIndex((each) => each.kind === kind);
  const done = progress.doneOf(index);
  const position = `${count(done)} of ${count(planned)} (${percent(done, planned)})`;
  return `${step} ${kind} ${position}, ${allLine(progress, quota, now, Infinity)}`;
}

/** Records of the app that the plan does not have are read too, and count here. */
function stepText({ step, records, planned }: VerifyEvent): string {
  return step === 'reading' && records > planned ? `reading, ${count(records)} held so far` : step;
}

/** Share, rate and end of all kinds together; a narrow terminal shows the end. */
function allLine(progress: VerifyProgress, quota: Rate, now: number, columns: number): string {
  const share = `${percent(progress.done, progress.planned)} in all`;
  const pace = paceTexts(progress.requestsPerMinute(now, quota), quota);
  const remainingMs = progress.remainingMs(now, quota);
  if (remainingMs === undefined) return fitting([[share, ...pace].join(', '), share], columns);
  const left = `about ${duration(remainingMs)} left`;
  const end = `done about ${utcMinute(now + remainingMs)} UTC`;
  const lines = [[share, ...pace, left, end], [share, left, end], [share, left], [left]];
  return fitting(
    lines.map((parts) => parts.join(', ')),
    columns,
  );
}
