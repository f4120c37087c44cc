import { existsSync } from 'node:fs';
import { waitCommands } from '@chatferry/output/running/wait-lines';
import { count, counted } from '@chatferry/contract';
import {
  COMPANION_FIX,
  isOfJob,
  type JobEvent,
  jobFolder,
  ProgressFile,
  type RunOutcome,
  unaccounted,
} from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import { optionHint } from '../terms/option-hints.ts';
import type { Io } from '@chatferry/output/terms/io';
import { leftForLater } from '@chatferry/planner';
import { readControl, type RunOptions } from '@chatferry/runner';
import { type NextCommand, nextRun } from '@chatferry/output/printing/next-command';
import { planOfRest } from '../printing/command-line.ts';
import { print } from '@chatferry/output/printing/print';
import type { Workspace } from '../configuration/workspace.ts';
import { jobTitle } from '@chatferry/output/screens/job-title';
import { quotaInForce } from './quota-in-force.ts';
import { runJson, runReport } from '@chatferry/output/running/run-report';
import { RunScreen } from '@chatferry/output/running/run-screen';
import { runOptionsFrom } from './run-settings.ts';

/** Shows one run: its quota, its progress and its result. Also writes the progress into `progress.json`. */
export class RunView implements Disposable {
  readonly #workspace: Workspace;
  readonly #values: OptionValues;
  readonly #io: Io;
  readonly #title: string | undefined;
  #reason: RunOutcome['reason'];
  #screen: RunScreen | undefined;
  #progressFile: ProgressFile | undefined;
  #report: Extract<JobEvent, { type: 'report' }> | undefined;
  #leftForLater = 0;

  /** @param title the name of the work, if it is not the run of the job */
  constructor(workspace: Workspace, values: OptionValues, io: Io, title?: string) {
    this.#workspace = workspace;
    this.#values = values;
    this.#io = io;
    this.#title = title;
  }

  show(event: JobEvent): void {
    if (event.type === 'locked') this.#begin(event);
    else if (event.type === 'report') this.#report = event;
    else if (event.type === 'marked') this.#showMarked(event);
    else if (!isOfJob(event)) {
      if (event.type === 'stopped') this.#reason = event.reason;
      this.#screen?.show(event);
      this.#progressFile?.take(event);
      if (event.type === 'finished' || event.type === 'stopped') this.#endProgress();
    }
  }

  /** Shows that the operator has asked the run to stop. */
  stopping(): void {
    this.#screen?.stopping();
  }

  /** Prints the result. @param isInStore whether the ledger is in a store */
  end(outcome: RunOutcome, isInStore: boolean): CommandOutcome {
    const { sums, conclusion, end, reason, ...rest } = outcome;
    const { job } = this.#workspace;
    const next = this.#nextAfter(reason);
    const isQuiet = this.#values.quiet === true;
    const isReported = this.#report?.written === true;
    const result = { end, reason, ...rest };
    const finished = {
      result,
      sums,
      conclusion,
      job,
      next,
      isReported,
      isQuiet,
      isInStore,
      leftForLater: this.#leftForLater,
      planOfRest: planOfRest(this.#io.env, job.path, [], this.#values),
      hasErrors: existsSync(job.errors),
      hint: optionHint(reason?.code, undefined),
    };
    print(runJson(finished), runReport(finished), this.#values, this.#io);
    if (this.#report?.written === false) this.#io.err(this.#report.why);

    if (unaccounted(sums) > 0) throw new Error('The sums of the run do not add up.');
    if (end === 'stopped') return reason?.code === 'interrupted' ? 'interrupted' : 'stopped';
    return conclusion.state === 'complete' ? 'done' : 'losses';
  }

  [Symbol.dispose](): void {
    this.#endProgress();
    this.#progressFile?.[Symbol.dispose]();
  }

  /** The command for a step in the report. */
  stepName(step: string): string {
    const next = this.#nextAfter(this.#reason);
    return step === 'run' || step === 'retry' ? nextRun(next, this.#reason, step) : next(step);
  }

  #nextAfter(reason: RunOutcome['reason']): NextCommand {
    const { next, nextElsewhere } = this.#workspace;
    return reason?.code === 'wrong-app' ? nextElsewhere : next;
  }

  #begin({
    job,
    plan: { kinds, filtered },
    changedFiles,
    requestsPerMinute,
  }: Extract<JobEvent, { type: 'locked' }>): void {
    const { quiet, json } = this.#values;
    this.#leftForLater = leftForLater({ filtered });
    for (const change of changedFiles) this.#io.err(`${change} ${COMPANION_FIX}`);
    const quota = quotaInForce(this.#workspace, this.#values);
    if (quiet !== true && json !== true) this.#io.err(quota);
    const { next, setting, configuration, target } = this.#workspace;
    const about = {
      title: this.#title ?? jobTitle(job, '→', target()),
      ...waitCommands(next),
      maxFailures: maxFailuresText(setting('max-failures')),
    };
    const { giveUpAfterMs } = runOptionsFrom(setting, configuration);
    const allowed = {
      rate: requestsPerMinute,
      asked: () => readControl(job).requestsPerMinute,
      giveUpAfterMs,
    };
    const screen = new RunScreen(this.#io, this.#values, kinds, { allowed, about });
    this.#screen = screen;
    this.#progressFile = new ProgressFile(jobFolder(job).progress, () => screen.current);
  }

  #showMarked({ records, includesMissing }: Extract<JobEvent, { type: 'marked' }>): void {
    const { quiet, json } = this.#values;
    if (!includesMissing)
      this.#io.err(
        `${this.#workspace.job.differences} has changed since verify wrote it, so the records that it found missing are not included. Verify again.`,
      );
    if (json !== true && quiet !== true)
      this.#io.err(`${counted(records, 'record')} to be sent again.`);
  }

  #endProgress(): void {
    this.#screen?.[Symbol.dispose]();
    this.#screen = undefined;
  }
}

function maxFailuresText(most: RunOptions['maxFailures']): string | undefined {
  if (most === undefined || most === 'none') return undefined;
  return typeof most === 'number' ? count(most) : `${most.percent} %`;
}
