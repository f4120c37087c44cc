import { systemClock } from '@chatferry/client';
import { duration } from '@chatferry/job/planned';
import type { PrintedForm, Io, Screen } from '../terms/io.ts';
import { firstFitting } from './text-width.ts';
import { timedLog } from './timed-log.ts';

/** The size of the terminal, and the time in milliseconds since 1970. */
export interface Frame {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
}

/** The display of a command while it works: the same facts as a drawing and as lines of a log. */
export interface LiveText {
  /** The drawing for a terminal, line by line. */
  readonly drawing: (frame: Frame) => readonly string[];
  /** The progress on one line for a log; undefined while there is none. */
  readonly line: (now: number) => string | undefined;
  /** How long the service has not answered; undefined while that is usual. */
  readonly silentMs?: (now: number) => number | undefined;
  /** Whether the last drawing stays when the work ends. */
  readonly isKept?: boolean;
}

/** A display of work in progress. Other notes go to `Io.err`, and appear above a drawing. */
export interface Live extends Disposable {
  /** Reports progress: a log gets a line if its last line is ten seconds old. */
  readonly progressed: () => void;
  /** Reports a change of state: a log gets the given line immediately. A drawing shows the state itself. */
  readonly changed: (line: string | undefined) => void;
  /** Shows that the operator has asked the work to stop, until the work has ended. @param forms from long to short */
  readonly stopping: (...forms: readonly [string, ...string[]]) => void;
}

const REDRAW_MS = 200;
const LINE_MS = 10_000;
const POLL_MS = 1000;
/** How often a log repeats that the service does not answer. */
const SILENCE_MS = 60_000;

/** Shows work until the result is disposed: as a drawing on a terminal, as lines elsewhere, not at all with `--json` and `--quiet`. */
export function live(
  io: Io,
  { json, quiet }: PrintedForm,
  text: LiveText,
  now: () => number = () => systemClock.now(),
): Live {
  if (json === true) return nothing;
  if (quiet === true) return { ...nothing, stopping: io.err };
  return io.screen === undefined ? inLog(io, text, now) : onScreen(io.screen, text, now);
}

const nothing: Live = {
  progressed: () => {},
  changed: () => {},
  stopping: () => {},
  [Symbol.dispose]: () => {},
};

/** Redraws between events too, because the remaining time changes. */
function onScreen(screen: Screen, text: LiveText, now: () => number): Live {
  let stopping: readonly string[] = [];
  let isOver = false;
  const draw = (): void => {
    const frame = { columns: screen.columns(), rows: screen.rows(), now: now() };
    const silentMs = text.silentMs?.(frame.now);
    const silence = silentMs === undefined ? [] : [silenceLine(silentMs)];
    const stop = stopping.length === 0 ? [] : [firstFitting(stopping, frame.columns)];
    screen.draw([...text.drawing(frame), ...silence, ...stop]);
  };
  const timer = setInterval(draw, REDRAW_MS);
  return {
    progressed: () => {},
    changed: () => {},
    stopping: (...forms) => {
      stopping = forms;
      draw();
    },
    [Symbol.dispose]: () => {
      if (isOver) return;
      isOver = true;
      clearInterval(timer);
      stopping = [];
      if (text.isKept === true) draw();
      else screen.draw([]);
      screen.done();
    },
  };
}

function inLog(io: Io, text: LiveText, now: () => number): Live {
  const log = timedLog(io.err, now);
  let printedAt = now();
  let silenceAt: number | undefined;
  const print = (line: string | undefined): void => {
    if (line === undefined) return;
    printedAt = now();
    log(line);
  };
  const timer = setInterval(() => {
    const silentMs = text.silentMs?.(now());
    if (silentMs === undefined) silenceAt = undefined;
    else if (silenceAt === undefined || now() - silenceAt >= SILENCE_MS) {
      silenceAt = now();
      print(silenceLine(silentMs));
    }
  }, POLL_MS);
  return {
    progressed: () => {
      if (now() - printedAt >= LINE_MS) print(text.line(now()));
    },
    changed: print,
    stopping: print,
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

function silenceLine(silentMs: number): string {
  return `no answer from the service for ${duration(silentMs)}; still waiting for it`;
}
