import { systemClock } from '@chatferry/client';
import type { CutOverEvent, CutOverOutcome } from '@chatferry/follow';
import { duration } from '@chatferry/job/planned';
import type { NextCommand } from '../printing/next-command.ts';
import { quoted } from '../printing/quoted.ts';
import { resultJson } from '../printing/print.ts';
import { type Live, live } from '../screens/live.ts';
import type { PrintedForm, Io } from '../terms/io.ts';
import { afterCutOverEvent, cutOverDrawing, type CutOverProgress } from './cut-over-drawing.ts';
import { cutOverEventJson, cutOverResultJson } from './cut-over-json.ts';
import { type CutOverChoices, cutOverLine, notInAppText } from './cut-over-lines.ts';

const STATE_WIDTH = 10;

/** The job of a cut-over, its title, and the commands that continue it. */
interface AboutCutOver {
  /** The job folder. */
  readonly job: string;
  readonly title: string;
  readonly next: NextCommand;
}

/** Shows a cut-over: as a drawing, or as a timed line for each change of state. */
export class CutOverView implements Disposable {
  readonly #about: AboutCutOver;
  readonly #values: PrintedForm & CutOverChoices;
  readonly #io: Io;
  readonly #live: Live;
  /** The `repeats` of the latest line: a next line with the same value is not printed. */
  #last = '';
  #progress: CutOverProgress = {
    startedAt: systemClock.now(),
    state: 'following',
    lines: [],
  };

  constructor(about: AboutCutOver, values: PrintedForm & CutOverChoices, io: Io) {
    this.#about = about;
    this.#values = values;
    this.#io = io;
    this.#live = live(io, values, {
      drawing: (frame) => cutOverDrawing(this.#progress, about.title, frame),
      line: () => undefined,
      isKept: true,
    });
  }

  show(event: CutOverEvent): void {
    const at = systemClock.now();
    const line = cutOverLine(event, this.#values);
    const deadlineMs = this.#values.deadline;
    this.#progress = afterCutOverEvent(this.#progress, event, line, { at, deadlineMs });
    if (this.#values.json === true) return this.#io.out(cutOverEventJson(event, at));
    if (line === undefined || line.repeats === this.#last) return;
    this.#last = line.repeats ?? '';
    this.#live.changed(`${line.state.padEnd(STATE_WIDTH)} ${line.text}`);
  }

  /** Shows the output of an operator's command; not with `--json`, because operators keep that output in files. */
  output(text: string): void {
    if (this.#values.json === true || this.#values.quiet === true) return;
    for (const line of text.trimEnd().split('\n')) this.#io.err(`         | ${line}`);
  }

  stopping(): void {
    this.#live.stopping('stopping; Ctrl-C again drops what is waited for', 'stopping');
  }

  [Symbol.dispose](): void {
    this.#live[Symbol.dispose]();
  }

  /** The state in which a second Ctrl-C leaves the cut-over, and how to continue. */
  get whatIsLeft(): string {
    const { state } = this.#progress;
    const isClosed = state !== 'following' && state !== 'armed';
    const again = 'Start the same command again to continue';
    if (state === 'open') return `Stopped. The app is open. ${again}.`;
    return isClosed
      ? `Stopped in ${state}: people cannot write in the legacy system, or may be unable to. ${again}, or with --abort to give up.`
      : `Stopped. ${again}.`;
  }

  /** The command that plans the removal of records whose rows are gone, and prints their number for `--gone`. */
  get #removing(): string {
    const { job, next } = this.#about;
    return next('plan', `--after ${quoted(job)}`).replace(
      `--job ${quoted(job)}`,
      `--job ${quoted(`${job}-gone`)}`,
    );
  }

  /** @param isInterrupted whether the operator stopped the cut-over */
  end(outcome: CutOverOutcome, isInterrupted: boolean): void {
    this[Symbol.dispose]();
    const { next } = this.#about;
    const commands =
      outcome.state === 'open'
        ? outcome.reason === undefined
          ? [next('verify'), next('status'), ...(outcome.gone > 0 ? [this.#removing] : [])]
          : [next('cut-over')]
        : outcome.state === 'following'
          ? [next('follow'), next('cut-over')]
          : [next('cut-over'), next('cut-over', '--abort')];
    if (this.#values.json === true)
      return this.#io.out(resultJson(cutOverResultJson(outcome, isInterrupted, commands)));
    const { state, reason, closedMs = 0 } = outcome;
    if (reason !== undefined) {
      this.#io.err(reason.message);
      this.#io.err(reason.fix);
    }
    this.#io.out(
      state === 'open'
        ? `The app is open. People could not write for ${duration(closedMs)}. ${notInAppText(outcome)}`
        : state === 'following'
          ? 'People write in the legacy system.'
          : `The cut-over is ${state}.`,
    );
    if (this.#values.quiet === true) return;
    for (const command of commands) this.#io.err(`Next: ${command}`);
  }
}
