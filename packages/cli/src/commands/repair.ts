import { targetOptions } from '../arguments/option-groups.ts';
import { repairJob } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import { warnOfNpx } from '../printing/npx-warning.ts';
import { shown } from '../printing/shown.ts';
import { readingRate } from '../repairing/reading-rate.ts';
import { RepairView } from '../repairing/repair-view.ts';
import { allowsLive } from '../running/allows-live.ts';
import { runOptionsFrom, typedOptions } from '../running/run-settings.ts';
import { openPlannedWorkspace } from '../configuration/workspace.ts';

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
    ...targetOptions,
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
    const workspace = await openPlannedWorkspace(values, io);
    const { setting, configuration, job } = workspace;
    warnOfNpx(values, io);
    using view = new RepairView(workspace, values, io);
    using interruption = listenForInterrupts(io, () => view.stopping());
    const { finish, now } = interruption;
    const rate = readingRate(values);
    const events = repairJob({
      job: job.path,
      target: workspace.target(),
      ...runOptionsFrom(setting, configuration),
      ...(values.yes === true ? { allowsLive: true } : {}),
      editsMessages: values['edit-messages'] === true,
      isDryRun: values['dry-run'] === true,
      confirm: (live) => allowsLive(live, values, io, finish),
      remember: typedOptions(values),
      verifying: rate === undefined ? {} : { requestsPerMinute: rate },
      signal: finish,
      stopNow: now,
      stepName: view.next,
    });
    try {
      return view.end(await shown(events, (event) => view.show(event)));
    } catch (error) {
      if (!finish.aborted || view.isSending) throw error;
      return view.interrupted();
    }
  },
});
