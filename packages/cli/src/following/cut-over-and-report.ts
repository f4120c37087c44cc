import { shown } from '../printing/shown.ts';
import { cutOver, type CutOverOutcome, type OperatorStep } from '@chatferry/follow';
import type { OptionValues } from '../arguments/options.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { collectEarly } from '../terms/collect-early.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import { Interrupted, listenForInterrupts } from '../terms/interruption.ts';
import type { Io } from '@chatferry/output/terms/io';
import { Refusal } from '@chatferry/contract/refusal';
import { confirmStep } from './confirm-step.ts';
import { jobTitle } from '@chatferry/output/screens/job-title';
import { CutOverView } from '@chatferry/output/following/cut-over-view';
import { followerOptions } from './follower-options.ts';

/** Cuts over, shows each state, and prints the outcome. */
export async function cutOverAndReport(
  workspace: Workspace,
  values: OptionValues,
  io: Io,
): Promise<CommandOutcome> {
  collectEarly();
  const { job, next } = workspace;
  const title = jobTitle(job.path, '→', workspace.target());
  using view = new CutOverView({ job: job.path, title, next }, values, io);
  using interruption = listenForInterrupts(io, () => view.stopping());
  const { ask } = io;
  const shared = followerOptions(workspace, values, io);
  const events = cutOver({
    ...shared,
    // A failed record does not stop the run. The comparison counts all records that are not in the app as planned.
    run: { ...shared.run, maxDifferent: Number.MAX_SAFE_INTEGER },
    maxDifferent: differentOf(values),
    ...(values['edit-messages'] === undefined ? {} : { editMessages: values['edit-messages'] }),
    ...(values.removals === true ? { removesGone: true } : {}),
    commands: commandsOf(values),
    confirm:
      ask === undefined || values.json === true
        ? undefined
        : (step, signal) => confirmStep(ask, step, signal),
    deadlineMs: values.deadline,
    isAborted: values.abort,
    onOutput: (text) => view.output(text),
    signal: interruption.finish,
    stopNow: interruption.now,
  });
  let outcome: CutOverOutcome;
  try {
    outcome = await shown(events, (event) => view.show(event));
  } catch (error) {
    if (!interruption.finish.aborted || !isAbort(error)) throw error;
    throw new Interrupted(view.whatIsLeft, { cause: error });
  }
  const isInterrupted = interruption.finish.aborted;
  view.end(outcome, isInterrupted);
  return endOf(outcome, values, isInterrupted);
}

function endOf(
  { state, reason, different, rejected, waiting }: CutOverOutcome,
  { abort }: OptionValues,
  isInterrupted: boolean,
): CommandOutcome {
  if (state === 'open' && reason === undefined)
    return different + rejected + waiting > 0 ? 'losses' : 'done';
  if (abort === true && reason === undefined) return 'done';
  return isInterrupted && state === 'following' ? 'interrupted' : 'stopped';
}

function commandsOf({ freeze, thaw, open }: OptionValues): Partial<Record<OperatorStep, string>> {
  return {
    ...(freeze === undefined ? {} : { freeze }),
    ...(thaw === undefined ? {} : { thaw }),
    ...(open === undefined ? {} : { open }),
  };
}

/** @throws {Refusal} for a share: the number of records is not known in advance */
function differentOf({ 'max-different': given }: OptionValues): number | undefined {
  if (typeof given === 'object')
    throw new Refusal(
      '--max-different of cut-over must be a whole number.',
      'Give the number of records that may differ from the plan.',
    );
  return given;
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
