import { JobError, type JobFolder } from '@chatferry/job';
import { hasBegun, utcMinute } from '@chatferry/job/following';
import type { FollowState } from '../state/follow-state.ts';
import { notBegun } from '../state/cut-over-state.ts';

/**
 * Refuses to follow while a cut-over is about to open the app, and after it.
 *
 * @throws {JobError} `cut-over-begun`, or `app-open`
 */
export function refuseDuringCutOver(job: JobFolder, state: FollowState): void {
  const cutOver = state.fact('cutOver') ?? notBegun;
  if (!hasBegun(cutOver)) return;
  if (cutOver.state === 'open')
    throw new JobError(
      'app-open',
      `The cut-over of ${job.path} has opened the app on ${utcMinute(cutOver.openedAt!)} UTC.`,
      'Do not follow any more: the edits of people in the app would be overwritten.',
    );
  throw new JobError(
    'cut-over-begun',
    `The cut-over of ${job.path} is ${cutOver.state}: people cannot write in the legacy system, or may be unable to.`,
    'Start the cut-over again to finish it, or give it up.',
  );
}
