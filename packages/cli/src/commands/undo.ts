import { systemClock } from '@chatferry/client';
import { kindsInOrder } from '@chatferry/contract';
import {
  isForcedUndo,
  keptFile,
  keptHolders,
  leftOf,
  planUndo,
  removedBy,
  READS_PER_MINUTE,
  refuseManyAbsent,
  sendUndo,
  setLedgerAside,
  undoFolder,
  undoneText,
  undoStatus,
  type UndoStatus,
  whyNotWritten,
  writeReport,
} from '@chatferry/job/planned';
import { lockJob, type RunResult } from '@chatferry/runner';
import { command } from '../command.ts';
import { type CommandOutcome, statusOf } from '../exit-status.ts';
import { listenForInterrupts } from '../interruption.ts';
import { npxWarning } from '../printing/npx-warning.ts';
import { Refusal } from '../refusal.ts';
import { viewFor } from '../running/progress-view.ts';
import { runOptionsFrom, targetOptions } from '../running/run-settings.ts';
import { confirmUndo, refuseOtherApp, refuseOtherForce } from '../undoing/confirm-undo.ts';
import { toRemove, undoKindsJson, undoPlanLines, undoResultLines } from '../undoing/undo-lines.ts';
import { openPlannedWorkspace } from '../workspace.ts';

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
    const {
      setting,
      configuration,
      job,
      next,
      target: targetOf,
    } = await openPlannedWorkspace(values, io);
    const target = targetOf(io.env);
    if (typed !== undefined) refuseOtherApp(typed, target.appId);
    const warning = npxWarning(io.env);
    if (warning !== undefined && values.quiet !== true) io.err(warning);
    const isTalking = values.json !== true && values.quiet !== true;
    const again = next('undo');
    using lock = lockJob(job.path, systemClock.now());
    setLedgerAside(job);
    using interruption = listenForInterrupts(io, () => {
      if (isTalking)
        io.err(`Stopping when the requests in flight are answered. Continue later with: ${again}`);
    });
    let status: UndoStatus;
    try {
      status = await planUndo({
        job,
        target,
        requestsPerMinute: READS_PER_MINUTE,
        signal: interruption.finish,
        onStep: (kind) => isTalking && io.screen?.draw(`reading ${kind}`),
      });
    } catch (error) {
      if (!interruption.finish.aborted) throw error;
      return statusOf('interrupted');
    } finally {
      io.screen?.draw('');
      io.screen?.done();
    }
    const isNothingLeft = status.state === 'done' && leftOf(status) === 0;
    const isOver = isNothingLeft || values['dry-run'] === true;
    if (values.json === true) {
      if (isOver) io.out(JSON.stringify(planJson(status, keptFile(job))));
    } else if (isNothingLeft) io.out(undoneText({ removed: removedBy(status).removed, left: 0 }));
    else for (const line of undoPlanLines(status, keptFile(job))) io.out(line);
    if (isOver) return statusOf('done');
    refuseManyAbsent(status, values.absent);

    // The confirmation of one that was begun still holds, unless something else is typed now.
    if (status.state === 'begun')
      refuseOtherForce(
        { force: values.force === true, kept: values.kept },
        isForcedUndo(job) ? keptHolders(job).size : undefined,
      );
    else
      await confirmUndo(
        status,
        {
          appId: target.appId,
          typed,
          force: values.force === true,
          kept: values.kept,
        },
        values.json === true ? {} : io,
      );
    const options = runOptionsFrom(setting, configuration);
    const view = viewFor(io, values, status.kinds, options.requestsPerMinute, () =>
      systemClock.now(),
    );
    const result = await shown(
      sendUndo({
        job,
        lock,
        target,
        options,
        isForced: values.force === true,
        absent: values.absent,
        stop: { finish: interruption.finish, now: interruption.now },
      }),
      view,
    );
    const after = undoStatus(job)!;
    const unwritten = whyNotWritten(job.report, () => writeReport(job, next, undefined));
    if (unwritten !== undefined) io.err(unwritten);
    const { errors } = undoFolder(job);
    if (values.json === true) io.out(JSON.stringify(resultJson(after, result, errors, again)));
    else for (const line of undoResultLines(after, result, errors, again)) io.out(line);
    return statusOf(outcomeOf(after, result));
  },
});

/** @throws {Refusal} for an app id without `--yes` */
function typedApp(isYes: boolean, positionals: readonly string[]): string | undefined {
  if (positionals.length > 1 || (positionals.length === 1 && !isYes))
    throw new Refusal(
      `'${positionals.join(' ')}' is not an argument of chatferry undo.`,
      'Confirm an undo with the app id: --yes APP.',
    );
  return isYes ? (positionals[0] ?? '') : undefined;
}

async function shown(
  events: ReturnType<typeof sendUndo>,
  view: ReturnType<typeof viewFor>,
): Promise<RunResult> {
  using open = view;
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
    open.show(next.value);
  }
}

function outcomeOf(status: UndoStatus, { end, reason }: RunResult): CommandOutcome {
  if (end === 'stopped') return reason?.code === 'interrupted' ? 'interrupted' : 'stopped';
  return leftOf(status) > 0 ? 'losses' : 'done';
}

function planJson(status: UndoStatus, kept: string): object {
  const { state, config } = status;
  return {
    type: 'undo',
    end: 'planned',
    state,
    kinds: undoKindsJson(status),
    kept: config.kept,
    skipped: config.skipped ?? [],
    requests: kindsInOrder.reduce((sum, kind) => sum + toRemove(status, kind), 0),
    files: { kept },
  };
}

function resultJson(
  status: UndoStatus,
  { end, reason, requests }: RunResult,
  errors: string,
  again: string,
): object {
  return {
    type: 'undo',
    end,
    ...(reason === undefined ? {} : { reason }),
    kinds: undoKindsJson(status),
    requests,
    files: leftOf(status) > 0 ? { errors } : {},
    ...(end === 'stopped' || leftOf(status) > 0 ? { again } : {}),
  };
}
