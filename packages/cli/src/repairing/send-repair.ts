import {
  comparesAgain,
  finishRepair,
  type JobFolder,
  partsLeft,
  type RepairState,
} from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import type { Settings } from '../configuration/settings.ts';
import type { CommandOutcome } from '../exit-status.ts';
import type { Io } from '../io.ts';
import type { NextCommand } from '../printing/command-line.ts';
import { runAndReport } from '../running/run-and-report.ts';
import { typedOptions } from '../running/typed-options.ts';
import { verifyAndReport } from '../verifying/verify-and-report.ts';
import { readingRate } from './reading-rate.ts';
import type { Workspace } from '../workspace.ts';

/** What the app held before with other content is what a repair is for: no number of it is too many. */
function forgiving(setting: Settings): Settings {
  return ((name) => (name === 'max-different' ? { percent: 100 } : setting(name))) as Settings;
}

/** How a repair has ended. */
export interface Repaired {
  /** That of the verification at the end, unless the repair stopped before it. */
  readonly outcome: CommandOutcome;
  /** See `finishRepair`. */
  readonly findsMore: boolean;
}

/** A repair after which no other one follows. */
export function ended(outcome: CommandOutcome): Repaired {
  return { outcome, findsMore: false };
}

/**
 * Sends the parts of a repair that are left, in order, and verifies the job afterwards.
 *
 * @param stop aborted at the first interrupt
 */
export async function sendAndVerify(
  workspace: Workspace,
  values: OptionValues,
  io: Io,
  state: RepairState,
  stop: AbortSignal,
): Promise<Repaired> {
  const { job, next, setting } = workspace;
  const repairing = { ...workspace, setting: forgiving(setting), next: nextOf(next, state) };
  const sent = async (part: JobFolder): Promise<CommandOutcome> => {
    const outcome = await runAndReport({ ...repairing, job: part }, values, io);
    // A run whose last request was in flight at the interrupt has finished.
    return stop.aborted && outcome !== 'stopped' ? 'interrupted' : outcome;
  };
  let part = partsLeft(job).at(0);
  while (part !== undefined) {
    const outcome = await sent(part);
    if (outcome === 'stopped' || outcome === 'interrupted') return ended(outcome);
    part = partsLeft(job).at(0);
  }
  const to = { target: workspace.target(io.env), options: typedOptions(values) };
  if (comparesAgain(job, to)) {
    const outcome = await sent(job);
    if (outcome === 'stopped' || outcome === 'interrupted') return ended(outcome);
  }
  const verified = await verifyAndReport(workspace, values, io, readingRate(values));
  if (verified === 'interrupted') return ended(verified);
  return { outcome: verified, findsMore: finishRepair(job, state) };
}

/** The commands of a repair: it is continued by itself. */
function nextOf(next: NextCommand, { editsMessages }: RepairState): NextCommand {
  return (name, ...rest) =>
    name === 'run' || name === 'retry'
      ? next('repair', ...rest, ...(editsMessages ? ['--edit-messages'] : []))
      : next(name, ...rest);
}
