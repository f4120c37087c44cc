import { waitCommands } from '@chatferry/output/running/wait-lines';
import { systemClock } from '@chatferry/client';
import { type Kind, limits } from '@chatferry/contract';
import {
  type RunEnd,
  isForcedUndo,
  isOfJob,
  type JobEvent,
  keptFile,
  keptHolders,
  leftOf,
  refuseManyAbsent,
  removedBy,
  undoFolder,
  undoneText,
  type UndoStatus,
} from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';
import { print } from '@chatferry/output/printing/print';
import { RunScreen } from '@chatferry/output/running/run-screen';
import { runOptionsFrom } from '../running/run-settings.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { jobTitle } from '@chatferry/output/screens/job-title';
import { type Live, live } from '@chatferry/output/screens/live';
import { confirmUndo, refuseOtherForce } from './confirm-undo.ts';
import { undoPlanJson, undoResultJson } from '@chatferry/output/undoing/undo-json';
import { undoReading, undoReadingLine } from '@chatferry/output/undoing/undo-drawing';
import { undoPlanLines, undoResultLines } from '@chatferry/output/undoing/undo-lines';

/** Shows an undo: the reading of the app, the planned removals, its progress and its result. */
export class UndoView implements Disposable {
  readonly #workspace: Workspace;
  readonly #values: OptionValues;
  readonly #io: Io;
  readonly #again: string;
  readonly #reading: Live;
  #kind: Kind | undefined;
  #isRemoving = false;
  #progress: RunScreen | undefined;
  #unwritten: string | undefined;

  constructor(workspace: Workspace, values: OptionValues, io: Io) {
    this.#workspace = workspace;
    this.#values = values;
    this.#io = io;
    this.#again = workspace.next('undo');
    const startedAt = systemClock.now();
    this.#reading = live(io, values, {
      drawing: (frame) => {
        if (this.#kind === undefined) return [];
        return undoReading(this.#kind, { title: this.#title, startedAt, frame });
      },
      line: () => this.#kind && undoReadingLine(this.#kind),
    });
  }

  /** Whether the removal has begun. */
  get isRemoving(): boolean {
    return this.#isRemoving;
  }

  show(event: JobEvent): void {
    if (event.type === 'reading') {
      this.#kind = event.kind;
      this.#reading.progressed();
    }
    if (event.type === 'report') this.#unwritten = event.written ? undefined : event.why;
    if (!isOfJob(event)) this.#progress?.show(event);
  }

  /** Shows that the operator has asked the undo to stop. */
  stopping(): void {
    const screen = this.#progress;
    if (screen === undefined) this.#reading.stopping('stopping');
    else screen.stopping();
  }

  /**
   * Prints the planned removals, and makes the operator confirm them. Returns false for `--dry-run`.
   *
   * @param typed the app id on the command line
   * @throws {Refusal} without a confirmation @throws {JobError} `many-absent` @throws the reason of `stop`
   */
  async isConfirmed(
    planned: UndoStatus,
    appId: string,
    typed: string | undefined,
    stop: AbortSignal,
  ): Promise<boolean> {
    this.#reading[Symbol.dispose]();
    const { force = false, kept, absent, json } = this.#values;
    const { job, setting, configuration } = this.#workspace;
    if (json !== true) for (const line of undoPlanLines(planned, keptFile(job))) this.#io.out(line);
    if (this.#values['dry-run'] === true) return false;
    refuseManyAbsent(planned, absent);
    // The confirmation of an undo that was begun earlier still holds, unless the command line now says something else.
    if (planned.state === 'begun')
      refuseOtherForce({ force, kept }, isForcedUndo(job) ? keptHolders(job).size : undefined);
    else await confirmUndo(planned, { appId, typed, force, kept }, this.#asking(stop));
    const { giveUpAfterMs } = runOptionsFrom(setting, configuration);
    const { next } = this.#workspace;
    const about = { title: this.#title, ...waitCommands(next) };
    // A removal only has the quota of the chat API.
    const allowed = { rate: limits.coreRequestsPerMinute, giveUpAfterMs };
    const of = { allowed, about };
    this.#progress = new RunScreen(this.#io, this.#values, planned.kinds, of);
    this.#isRemoving = true;
    return true;
  }

  /** Prints the result. */
  end({ run, ...status }: UndoStatus & { readonly run?: RunEnd }): CommandOutcome {
    this[Symbol.dispose]();
    const { job } = this.#workspace;
    if (run === undefined) {
      const isDone = status.state === 'done' && leftOf(status) === 0;
      const undone = undoneText({ removed: removedBy(status).removed, left: 0 });
      const result = undoPlanJson(status, keptFile(job), this.#nextAfter(isDone));
      print(result, isDone ? [undone] : [], this.#values, this.#io);
      return 'done';
    }
    if (this.#unwritten !== undefined) this.#io.err(this.#unwritten);
    const { errors } = undoFolder(job);
    const isAll = run.end === 'finished' && leftOf(status) === 0;
    print(
      undoResultJson(status, run, errors, this.#nextAfter(isAll)),
      undoResultLines(status, run, errors, this.#again),
      this.#values,
      this.#io,
    );
    if (run.end === 'stopped')
      return run.reason?.code === 'interrupted' ? 'interrupted' : 'stopped';
    return leftOf(status) > 0 ? 'losses' : 'done';
  }

  [Symbol.dispose](): void {
    this.#reading[Symbol.dispose]();
    this.#progress?.[Symbol.dispose]();
    this.#progress = undefined;
  }

  get #title(): string {
    const { job, target } = this.#workspace;
    return `undo ${jobTitle(job.path, '←', target())}`;
  }

  /** After an undo that left nothing, the job can be run again. */
  #nextAfter(isAll: boolean): string[] {
    return [isAll ? this.#workspace.next('run') : this.#again];
  }

  #asking(stop: AbortSignal): Pick<Io, 'ask'> {
    const { ask } = this.#io;
    if (ask === undefined || this.#values.json === true) return {};
    return {
      ask: async (question) => {
        const answer = await ask(question, stop);
        stop.throwIfAborted();
        return answer;
      },
    };
  }
}
