import { systemClock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import {
  duration,
  Progress,
  type RunLimits,
  type RunProgress,
  runProgress,
  Silence,
  skippedLine,
} from '@chatferry/job/planned';
import { type Rate, rateAt, type RunEvent } from '@chatferry/runner';
import { type Live, live } from '../screens/live.ts';
import { SteadyEnd } from '../screens/steady-end.ts';
import type { PrintedForm, Io } from '../terms/io.ts';
import { eventJson } from './event-json.ts';
import { type AboutRun, endTexts, runDrawing, runLine } from './run-drawing.ts';
import { quotaText } from '../screens/pace-text.ts';
import { waitText } from './wait-lines.ts';

/** Shows the progress of a run: as bars, as lines of a log, or with `--json` as events. */
export class RunScreen implements Disposable {
  readonly #io: Io;
  readonly #form: PrintedForm;
  readonly #about: AboutRun;
  readonly #allowed: RunLimits;
  readonly #progress: Progress;
  readonly #silence: Silence;
  readonly #end = new SteadyEnd();
  readonly #live: Live;
  #kind: Kind | undefined;
  #quotaBefore: Rate;
  /** The number of repeated requests when the wait began. */
  #againBefore = 0;

  constructor(
    io: Io,
    form: PrintedForm,
    planned: ConstructorParameters<typeof Progress>[0],
    { allowed, about }: { readonly allowed: RunLimits; readonly about: AboutRun },
  ) {
    this.#io = io;
    this.#form = form;
    this.#about = about;
    this.#allowed = allowed;
    this.#progress = new Progress(planned, now());
    this.#silence = new Silence(now());
    this.#quotaBefore = this.#quota();
    const text = {
      drawing: (frame: Parameters<typeof runDrawing>[2]) =>
        runDrawing(this.#at(frame.now), about, frame),
      line: (at: number) => this.#kind && runLine(this.#at(at), this.#kind, at),
      silentMs: (at: number) => this.#silence.silentMs(at, this.#at(at).quota),
      isKept: true,
    };
    this.#live = live(io, form, text);
  }

  /** The progress as it is now. */
  get current(): RunProgress {
    return this.#at(now());
  }

  /** Shows that the operator has asked the run to stop. */
  stopping(): void {
    this.#live.stopping(
      'stopping: waits for answers to requests in flight; Ctrl-C again drops them',
      'stopping; Ctrl-C again drops requests',
    );
  }

  show(event: RunEvent): void {
    const { waitingSince, again } = this.#progress;
    this.#progress.take(event, now());
    this.#silence.take(event, now());
    if ('kind' in event) this.#kind = event.kind;
    if (this.#form.json === true) return this.#io.out(eventJson(event, now()));
    const { type } = event;
    if (type === 'deprecated') this.#note(deprecatedLine(event));
    else if (type === 'entries-skipped') this.#note(skippedLine(event));
    else if (type === 'kind-finished') this.#live.changed(runLine(this.current, event.kind, now()));
    else if (type === 'batch-settled') this.#live.progressed();
    else if (type === 'rate-changed') this.#showRate();
    else if (type === 'going-on') this.#live.changed(this.#goingOn(waitingSince));
    else if (type === 'waiting') {
      this.#againBefore = again;
      this.#live.changed(waitText(this.current.waiting!, this.#about, now()));
    }
  }

  [Symbol.dispose](): void {
    this.#live[Symbol.dispose]();
  }

  #note(line: string): void {
    if (this.#form.quiet !== true) this.#io.err(line);
  }

  #goingOn(since: number | undefined): string {
    const again = this.#progress.again - this.#againBefore;
    const waited = since === undefined ? '' : ` after ${duration(now() - since)}`;
    return `going on${waited}${again === 0 ? '' : `; ${again} sent again`}`;
  }

  /** Logs a change of the quota by the operator or the timetable; not the changes of the rate between endpoints. */
  #showRate(): void {
    const quota = this.#quota();
    if (quota === this.#quotaBefore) return;
    this.#quotaBefore = quota;
    const [end] = endTexts(this.current, now());
    this.#live.changed(`${quotaText(quota)} from now on${end === undefined ? '' : `; ${end}`}`);
  }

  #quota(): Rate {
    return this.#allowed.asked?.() ?? rateAt(this.#allowed.rate, now());
  }

  #at(at: number): RunProgress {
    const run = runProgress(this.#progress, this.#allowed, at);
    const end = this.#end.take(run.endsAt === undefined ? undefined : Date.parse(run.endsAt), at);
    return end === undefined ? run : { ...run, endsAt: new Date(end).toISOString() };
  }
}

function now(): number {
  return systemClock.now();
}

/** Reports an operation that the service announces as deprecated. */
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
