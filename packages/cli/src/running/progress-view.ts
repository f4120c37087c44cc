import type { Kind } from '@chatferry/contract';
import { type Rate, rateAt, type RunEvent, type Timetable } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import type { Io, Screen } from '../terms/io.ts';
import { Progress, Silence, skippedLine } from '@chatferry/job/planned';
import { eventJson } from './event-json.ts';
import {
  deprecatedLine,
  type Frame,
  progressDrawing,
  progressLine,
  silenceLine,
  waitingLine,
} from './progress-lines.ts';

/** A display of the events of a run. */
export interface ProgressView extends Disposable {
  readonly show: (event: RunEvent) => void;
  /** Prints a line in addition to the progress. */
  readonly note: (line: string) => void;
}

const REDRAW_MS = 200;
const LINE_MS = 10_000;
const POLL_MS = 1000;

type About = Pick<Frame, 'title' | 'resume'>;

type Planned = Readonly<Record<Kind, { readonly planned: number }>>;

/** The view that fits the options and the terminal. @param now milliseconds since 1970 @param about the run in words */
export function viewFor(
  io: Io,
  values: OptionValues,
  planned: Planned,
  rate: Rate | Timetable,
  now: () => number,
  about: About = {},
): ProgressView {
  if (values.json === true) return jsonView(io, now);
  if (values.quiet === true) return silentView(io);
  return io.screen === undefined
    ? lineView(io, planned, rate, now)
    : terminalView(io, io.screen, planned, rate, now, about);
}

/** Bars that are redrawn, also between events, because the remaining time changes. */
function terminalView(
  io: Io,
  screen: Screen,
  planned: Planned,
  rate: Rate | Timetable,
  now: () => number,
  about: About,
): ProgressView {
  const progress = new Progress(planned, now());
  const draw = (): void => {
    const frame = { columns: screen.columns(), rows: screen.rows?.(), ...about };
    screen.draw(progressDrawing(progress, rateAt(rate, now()), now(), frame));
  };
  const timer = setInterval(draw, REDRAW_MS);
  const note = (line: string): void => {
    screen.clear();
    io.err(line);
    draw();
  };
  return {
    show: (event) => {
      progress.take(event, now());
      if (event.type === 'deprecated') note(deprecatedLine(event));
      if (event.type === 'entries-skipped') note(skippedLine(event));
    },
    note,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      draw();
      screen.done();
    },
  };
}

/** Lines for logs and pipes: when the state changes, at intervals in between, and when the service stops answering. */
function lineView(
  io: Io,
  planned: Planned,
  rate: Rate | Timetable,
  now: () => number,
): ProgressView {
  const progress = new Progress(planned, now());
  let printedAt = now();
  const print = (line: string): void => {
    printedAt = now();
    io.err(line);
  };
  const printProgress = (kind: Kind): void =>
    print(progressLine(kind, progress, rateAt(rate, now()), now()));
  const silence = new Silence(now());
  const timer = setInterval(() => {
    const silentMs = silence.toReport(now(), progress.rate ?? rateAt(rate, now()));
    if (silentMs !== undefined) print(silenceLine(silentMs));
  }, POLL_MS);
  return {
    show: (event) => {
      progress.take(event, now());
      silence.take(event, now());
      if (event.type === 'kind-finished') printProgress(event.kind);
      else if (event.type === 'waiting') print(waitingLine(event));
      else if (event.type === 'deprecated') print(deprecatedLine(event));
      else if (event.type === 'entries-skipped') print(skippedLine(event));
      else if (event.type === 'batch-settled' && now() - printedAt >= LINE_MS)
        printProgress(event.kind);
    },
    note: print,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Every event as a line of JSON on stdout. */
function jsonView(io: Io, now: () => number): ProgressView {
  return {
    show: (event) => io.out(eventJson(event, now())),
    note: () => {},
    [Symbol.dispose]: () => {},
  };
}

function silentView(io: Io): ProgressView {
  return { show: () => {}, note: io.err, [Symbol.dispose]: () => {} };
}
