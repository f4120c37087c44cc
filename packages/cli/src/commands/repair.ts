import {
  partsLeft,
  prepareRepair,
  type RepairCounts,
  unfinishedRepair,
  usableVerification,
} from '@chatferry/job/planned';
import type { OptionValues } from '../arguments/options.ts';
import { command } from '../command.ts';
import { statusOf } from '../exit-status.ts';
import { listenForInterrupts } from '../interruption.ts';
import type { Io } from '../io.ts';
import { countsLines, stepLine } from '../repairing/repair-lines.ts';
import { ended, type Repaired, sendAndVerify } from '../repairing/send-repair.ts';
import { typedOptions } from '../running/typed-options.ts';
import { readingRate } from '../repairing/reading-rate.ts';
import { verifyAndReport } from '../verifying/verify-and-report.ts';
import { openPlannedWorkspace } from '../workspace.ts';

export const repair = command({
  details: [
    'Starts from the latest verify, or verifies first, and verifies afterwards. What nothing changes is listed in repair/not-repairable.jsonl of the job folder. Records that were not planned are never removed.',
    'Messages are changed only with --edit-messages, because users see that they were edited.',
    'It can be killed at any moment and started again.',
  ],
  options: [
    'job',
    'config',
    'edit-messages',
    'dry-run',
    'app-id',
    'region',
    'base-url',
    'requests-per-minute',
    'time-zone',
    'shared-quota',
    'concurrency',
    'max-failures',
    'give-up-after',
    'yes',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, _, io) => {
    using interruption = listenForInterrupts(io, () => {});
    const first = await repaired(values, io, interruption.finish);
    const last = first.findsMore ? await repaired(values, io, interruption.finish) : first;
    return statusOf(last.outcome);
  },
});

async function repaired(values: OptionValues, io: Io, stop: AbortSignal): Promise<Repaired> {
  const workspace = await openPlannedWorkspace(values, io);
  const { job } = workspace;
  const to = { target: workspace.target(io.env), options: typedOptions(values) };
  const isDryRun = values['dry-run'] === true;
  const wanted = { target: to.target, editsMessages: values['edit-messages'] === true };
  const unfinished = isDryRun ? undefined : unfinishedRepair(job, wanted);
  if (unfinished !== undefined) return await sendAndVerify(workspace, values, io, unfinished, stop);

  const latest = await usableVerification(job, to.target);
  const verified =
    latest === undefined
      ? await verifyAndReport(workspace, values, io, readingRate(values))
      : undefined;
  if (verified === 'interrupted') return ended(verified);
  if (latest !== undefined) io.err(`Starting from the verification of ${latest.at}.`);
  const { editsMessages } = wanted;
  const onStep = (step: Parameters<typeof stepLine>[0]): void =>
    io.out(values.json === true ? JSON.stringify(stepJson(step)) : stepLine(step));
  const counts = await prepareRepair({
    job,
    to,
    editsMessages,
    isDryRun,
    onStep: isDryRun ? onStep : undefined,
  });
  if (values.json === true) io.out(JSON.stringify({ type: 'repair', dryRun: isDryRun, ...counts }));
  else for (const line of countsLines(counts, job, isDryRun)) io.out(line);
  if (isDryRun) return ended('done');
  // What failed is sent again too, although the service holds it: it may have landed nevertheless.
  if (verified !== undefined && isNothing(counts) && partsLeft(job).length === 0)
    return ended(verified);
  return await sendAndVerify(workspace, values, io, unfinishedRepair(job, wanted)!, stop);
}

function isNothing(counts: RepairCounts): boolean {
  return Object.values(counts).every((each) => each === 0);
}

/** Without values, which are people's words. */
function stepJson({
  kind,
  id,
  file,
  line,
  ...step
}: Parameters<typeof stepLine>[0]): Readonly<Record<string, unknown>> {
  const { isSentAgain, changed, changes, fixed, edits } = step;
  const by = changes.map((change) => change.kind);
  return {
    type: 'repair-step',
    kind,
    id,
    file,
    line,
    sentAgain: isSentAgain,
    changed,
    by,
    fixed,
    edits,
  };
}
