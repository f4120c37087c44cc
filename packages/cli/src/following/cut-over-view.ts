import { systemClock } from '@chatferry/client';
import type { CutOverEvent, CutOverOutcome } from '@chatferry/follow';
import { duration, utcSecond } from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { quoted } from '../printing/quoted.ts';
import { resultJson } from '../printing/result-json.ts';
import type { Io } from '../terms/io.ts';
import { cutOverEventJson, cutOverResultJson } from './cut-over-json.ts';
import { type CutOverLine, cutOverLine, notInAppText } from './cut-over-lines.ts';

const STATE_WIDTH = 10;

/** Shows a cut-over: a line for each state with the time, and nothing while nothing changes. */
export class CutOverView {
  readonly #workspace: Workspace;
  readonly #values: OptionValues;
  readonly #io: Io;
  /** The latest line about a round or a trouble: the next one may say the same, and is not printed. */
  #last = '';
  #state = 'following';

  constructor(workspace: Workspace, values: OptionValues, io: Io) {
    this.#workspace = workspace;
    this.#values = values;
    this.#io = io;
  }

  show(event: CutOverEvent): void {
    const now = systemClock.now();
    const line = cutOverLine(event, this.#values);
    this.#state = line?.state ?? this.#state;
    if (this.#values.json === true) return this.#io.out(cutOverEventJson(event, now));
    if (line === undefined || line.repeats === this.#last) return;
    this.#last = line.repeats ?? '';
    if (this.#values.quiet !== true) this.#io.err(this.#text(line, now));
  }

  #text({ state, text }: CutOverLine, now: number): string {
    return `${utcSecond(now)} ${state.padEnd(STATE_WIDTH)} ${text}`;
  }

  /** Shows the output of a command of the operator; not with `--json`, whose output people keep in files. */
  output(text: string): void {
    if (this.#values.json === true || this.#values.quiet === true) return;
    for (const line of text.trimEnd().split('\n')) this.#io.err(`         | ${line}`);
  }

  stopping(): void {
    if (this.#values.quiet !== true)
      this.#io.err('Stopping. Interrupt again to drop what is waited for.');
  }

  /** The state in which a second Ctrl-C leaves the cut-over, and the way on. */
  get whatIsLeft(): string {
    const isClosed = this.#state !== 'following' && this.#state !== 'armed';
    const again = 'Start the same command again to continue';
    if (this.#state === 'open') return `Stopped. The app is open. ${again}.`;
    return isClosed
      ? `Stopped in ${this.#state}: people cannot write in the legacy system, or may be unable to. ${again}, or with --abort to give up.`
      : `Stopped. ${again}.`;
  }

  /** Plans what removes records whose rows are gone, and prints their number, which `--gone` takes. */
  get #removing(): string {
    const { job, next } = this.#workspace;
    return next('plan', `--after ${quoted(job.path)}`).replace(
      `--job ${quoted(job.path)}`,
      `--job ${quoted(`${job.path}-gone`)}`,
    );
  }

  /** @param isInterrupted whether the operator stopped it */
  end(outcome: CutOverOutcome, isInterrupted: boolean): void {
    const { next } = this.#workspace;
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
