import { follow, type FollowOutcome } from '@chatferry/follow';
import type { OptionValues } from '../arguments/options.ts';
import type { Workspace } from '../configuration/workspace.ts';
import { planningScreen } from '@chatferry/output/planning/planning-screen';
import { withContent } from '../planning/unreadable-input.ts';
import { resultJson } from '@chatferry/output/printing/print';
import { shown } from '../printing/shown.ts';
import { measuredBy } from '../running/measured-by.ts';
import { jobTitle } from '@chatferry/output/screens/job-title';
import { collectEarly } from '../terms/collect-early.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import { Interrupted, listenForInterrupts } from '../terms/interruption.ts';
import type { Io } from '@chatferry/output/terms/io';
import { FollowView } from '@chatferry/output/following/follow-view';
import { followerOptions } from './follower-options.ts';

/** Follows the databases of the configuration, shows the events, and prints the outcome. */
export async function followAndReport(
  workspace: Workspace,
  values: OptionValues,
  io: Io,
): Promise<CommandOutcome> {
  collectEarly();
  const { job, next } = workspace;
  const title = jobTitle(job.path, '→', workspace.target());
  using view = new FollowView(values, io, { next, title });
  using interruption = listenForInterrupts(io, () => view.stopping());
  using planning = planningScreen(io, values);
  const isQuiet = values.quiet === true || values.json === true;
  const options = followerOptions(workspace, values, io);
  await using measured = await measuredBy(values, options.target, interruption.finish);
  const events = follow({
    ...options,
    onAnswer: measured?.onAnswer,
    after: values.after,
    editMessages: values['edit-messages'] ?? true,
    removesGone: values.removals === true,
    isOnce: values.once,
    onProgress: isQuiet ? undefined : planning.show,
    signal: interruption.finish,
    stopNow: interruption.now,
  });
  let outcome: FollowOutcome;
  try {
    outcome = await shown(events, (event) => {
      planning[Symbol.dispose]();
      if (event.type === 'sending') measured?.take(event.event);
      view.show(event);
      if (event.type !== 'following' || measured === undefined) return;
      measured.follow(job, options.run.requestsPerMinute);
      if (values.quiet !== true) io.err(`Metrics: ${measured.url}/metrics`);
    });
  } catch (error) {
    if (interruption.finish.aborted)
      throw new Interrupted('Stopped before the first plan was complete; nothing was sent.', {
        cause: error,
      });
    throw await withContent(error);
  }
  const isStopped = interruption.finish.aborted;
  const end = outcome.reason !== undefined || isStopped ? 'stopped' : 'drained';
  if (values.json === true)
    io.out(resultJson({ type: 'result', end, ...outcome, next: [next('follow'), next('status')] }));
  else view.end(outcome, job.path);
  if (isStopped) return 'interrupted';
  if (outcome.reason !== undefined) return 'stopped';
  return outcome.waiting + outcome.failed + outcome.different > 0 ? 'losses' : 'done';
}
