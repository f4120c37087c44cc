import { targetOptions } from '../arguments/option-groups.ts';
import { undoAllKinds } from '@chatferry/job/planned';
import { command } from '../arguments/command.ts';
import { listenForInterrupts } from '../terms/interruption.ts';
import { warnOfNpx } from '../printing/npx-warning.ts';
import { shown } from '../printing/shown.ts';
import { Refusal } from '@chatferry/contract/refusal';
import { runOptionsFrom } from '../running/run-settings.ts';
import { refuseOtherApp } from '../undoing/confirm-undo.ts';
import { UndoView } from '../undoing/undo-view.ts';
import { openPlannedWorkspace } from '../configuration/workspace.ts';

export const undo = command({
  details: [
    'Reads the app, prints what would be removed, and asks for the app id. In a script, confirm it with --yes APP.',
    'A user or group that holds records which this job did not create is kept and listed. The same command resumes an undo that stopped; after one that is done, it removes what is left. Afterwards the job can be run again.',
  ],
  options: [
    'job',
    'config',
    ...targetOptions,
    'dry-run',
    'yes',
    'force',
    'kept',
    'absent',
    'concurrency',
    'max-failures',
    'give-up-after',
    'json',
    'quiet',
    'help',
  ],
  body: async (values, positionals, io) => {
    const typed = typedApp(values.yes === true, positionals);
    const workspace = await openPlannedWorkspace(values, io);
    const { setting, configuration, job, next } = workspace;
    const target = workspace.target();
    if (typed !== undefined) refuseOtherApp(typed, target.appId);
    warnOfNpx(values, io);
    using view = new UndoView(workspace, values, io);
    using interruption = listenForInterrupts(io, () => view.stopping());
    const { finish, now } = interruption;
    const events = undoAllKinds({
      job: job.path,
      target,
      ...runOptionsFrom(setting, configuration),
      isForced: values.force === true,
      absent: values.absent,
      confirm: (planned) => view.isConfirmed(planned, target.appId, typed, finish),
      signal: finish,
      stopNow: now,
      stepName: next,
    });
    try {
      return view.end(await shown(events, (event) => view.show(event)));
    } catch (error) {
      if (view.isRemoving || !finish.aborted) throw error;
      return 'interrupted';
    }
  },
});

/** @returns the app id of the arguments @throws {Refusal} for an app id without `--yes` */
function typedApp(isYes: boolean, positionals: readonly string[]): string | undefined {
  if (positionals.length > 1 || (positionals.length === 1 && !isYes))
    throw new Refusal(
      `'${positionals.join(' ')}' is not an argument of chatferry undo.`,
      'Confirm an undo with the app id: --yes APP.',
    );
  return isYes ? (positionals[0] ?? '') : undefined;
}
