import {
  jobFolder,
  readsPerMinute,
  utcMinute,
  type RepairCounts,
  type RepairEvent,
  type RepairOutcome,
  type RepairStep,
  type RunOutcome,
  type StepName,
  type VerifyOutcome,
} from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';
import type { NextCommand } from '@chatferry/output/printing/next-command';
import { print } from '@chatferry/output/printing/print';
import { RunView } from '../running/run-view.ts';
import { VerifyView } from '../verifying/verify-view.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { jobTitle } from '@chatferry/output/screens/job-title';
import { readingRate } from './reading-rate.ts';
import { countsLines, stepJson, stepLine } from '@chatferry/output/repairing/repair-lines';

/** Shows a repair: its verifications, its steps and its runs, one after the other. */
export class RepairView implements Disposable {
  readonly #workspace: Workspace;
  readonly #values: OptionValues;
  readonly #io: Io;
  /** The run in progress. */
  #run: RunView | undefined;
  /** The verification in progress. */
  #verification: VerifyView | undefined;
  #verified: CommandOutcome = 'done';

  constructor(workspace: Workspace, values: OptionValues, io: Io) {
    this.#workspace = workspace;
    this.#values = values;
    this.#io = io;
  }

  /** Whether a run is in progress. */
  get isSending(): boolean {
    return this.#run !== undefined;
  }

  /** Formats the commands that continue the job. The command `repair` continues a repair itself. */
  readonly next: StepName = (step) =>
    step === 'repair' ? this.#again() : this.#workspace.next(step);

  show(event: RepairEvent): void {
    const { type } = event;
    if (type === 'verification-started') this.#verification = this.#verificationView();
    else if (type === 'verifying') this.#verification?.show(event);
    else if (type === 'verified') this.#endVerification(event.outcome);
    else if (type === 'verified-before')
      this.#io.err(`Starting from the verification of ${utcMinute(Date.parse(event.at))} UTC.`);
    else if (type === 'step') this.#showStep(event.step);
    else if (type === 'prepared') this.#showCounts(event.counts);
    else if (type === 'run-ended') this.#endRun(event.outcome);
    else {
      if (type === 'locked') this.#run = this.#runOf(event.job);
      this.#run?.show(event);
    }
  }

  stopping(): void {
    this.#run?.stopping();
    this.#verification?.stopping();
  }

  /** Prints that the repair was interrupted between two runs. */
  interrupted(): CommandOutcome {
    this.#verification?.endProgress();
    return this.#verification?.interrupted() ?? 'interrupted';
  }

  end({ end, reason }: RepairOutcome): CommandOutcome {
    if (end === 'dry-run') return 'done';
    if (end === 'finished') return this.#verified;
    return reason === undefined || reason.code === 'interrupted' ? 'interrupted' : 'stopped';
  }

  [Symbol.dispose](): void {
    this.#run?.[Symbol.dispose]();
    this.#run = undefined;
  }

  #endRun(outcome: RunOutcome): void {
    this.#run?.end(outcome, false);
    this[Symbol.dispose]();
  }

  #endVerification(outcome: VerifyOutcome): void {
    this.#verification?.endProgress();
    this.#verified = this.#verification?.end(outcome) ?? 'done';
    this.#verification = undefined;
  }

  #verificationView(): VerifyView {
    const quota = readingRate(this.#values) ?? readsPerMinute(this.#workspace.target());
    return new VerifyView(this.#workspace, this.#values, this.#io, quota);
  }

  #showStep(step: RepairStep): void {
    if (this.#values['dry-run'] !== true) return;
    print(stepJson(step), [stepLine(step)], this.#values, this.#io);
  }

  #showCounts(counts: RepairCounts): void {
    const dryRun = this.#values['dry-run'] === true;
    const next = this.#nextAfter(counts, dryRun);
    const lines = countsLines(counts, this.#workspace.job, dryRun);
    print({ type: 'repair', dryRun, ...counts, next }, lines, this.#values, this.#io);
  }

  /** The view of a run, either of the job or of a part of the repair. */
  #runOf(folder: string): RunView {
    const next: NextCommand = (name, ...rest) =>
      name === 'run' || name === 'retry'
        ? this.#again(...rest)
        : this.#workspace.next(name, ...rest);
    const of = { ...this.#workspace, job: jobFolder(folder), next };
    const { job, target } = this.#workspace;
    const title = `repair ${jobTitle(job.path, '→', target())}`;
    return new RunView(of, this.#values, this.#io, title);
  }

  #nextAfter({ notEdited, ...counts }: RepairCounts, isDryRun: boolean): string[] {
    const { sentAgain, access, updated } = counts;
    return [
      ...(isDryRun && sentAgain + access + updated > 0 ? [this.#again()] : []),
      ...(notEdited > 0 ? [this.#workspace.next('repair', '--edit-messages')] : []),
    ];
  }

  #again(...rest: readonly string[]): string {
    const edits = this.#values['edit-messages'] === true ? ['--edit-messages'] : [];
    return this.#workspace.next('repair', ...rest, ...edits);
  }
}
