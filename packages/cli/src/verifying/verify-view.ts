import { systemClock } from '@chatferry/client';
import {
  isAsPlanned,
  skippedLine,
  type VerifyEvent,
  type VerifyOutcome,
  VerifyProgress,
} from '@chatferry/job/planned';
import { type Rate, runStatus } from '@chatferry/runner';
import type { OptionValues } from '../arguments/options.ts';
import { collectEarly } from '../terms/collect-early.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';
import { print } from '@chatferry/output/printing/print';
import { jobTitle } from '@chatferry/output/screens/job-title';
import { type Live, live } from '@chatferry/output/screens/live';
import type { Workspace } from '../configuration/workspace.ts';
import { verifyCommands, verifyLines } from '@chatferry/output/verifying/verify-lines';
import { verifyDrawing, verifyLine } from '@chatferry/output/verifying/verify-drawing';

/** Shows a verification: its progress and its result. */
export class VerifyView {
  readonly #workspace: Workspace;
  readonly #values: OptionValues;
  readonly #io: Io;
  readonly #progress: VerifyProgress;
  readonly #live: Live;

  /** @param quota requests a minute for reading the app */
  constructor(workspace: Workspace, values: OptionValues, io: Io, quota: Rate) {
    this.#workspace = workspace;
    this.#values = values;
    this.#io = io;
    const progress = new VerifyProgress(systemClock.now());
    this.#progress = progress;
    const title = jobTitle(workspace.job.path, '⇄', workspace.target());
    this.#live = live(io, values, {
      drawing: (frame) => verifyDrawing(progress, quota, title, frame),
      line: (now) => verifyLine(progress, quota, now),
      silentMs: (now) => progress.silentMs(now, quota),
    });
    collectEarly();
  }

  show(event: VerifyEvent): void {
    this.#progress.take(event, systemClock.now());
    this.#live.progressed();
  }

  stopping(): void {
    this.#live.stopping('stopping: there will be no result');
  }

  /** Ends the progress, whether or not a result follows. */
  endProgress(): void {
    this.#live[Symbol.dispose]();
  }

  /** Prints that there is no result, and the command to repeat. */
  interrupted(): CommandOutcome {
    const again = this.#workspace.next('verify');
    print({ type: 'verify', end: 'interrupted', next: [again] }, [], this.#values, this.#io);
    this.#io.err(`The verification was interrupted and has no result. Start again with: ${again}`);
    return 'interrupted';
  }

  /** Prints the result. */
  end(outcome: VerifyOutcome): CommandOutcome {
    const { reportProblem, conclusion, ...found } = outcome;
    const { kinds, skipped } = found;
    const { job, next } = this.#workspace;
    const isReported = reportProblem === undefined;
    const status = runStatus(job.plan, job.ledger);
    const files = { differences: job.differences, report: isReported ? job.report : undefined };
    const commands = verifyCommands(kinds, status.kinds, next);
    const lines = [
      ...verifyLines(outcome, status.kinds, job, next),
      ...skipped.map(skippedLine),
      ...(isReported ? [`The report to hand over: ${job.report}`] : []),
    ];
    const result = { type: 'verify', end: 'finished', conclusion, ...found, files } as const;
    print({ ...result, next: commands }, lines, this.#values, this.#io);
    if (reportProblem !== undefined) this.#io.err(reportProblem);
    return kinds.every(isAsPlanned) ? 'done' : 'losses';
  }
}
