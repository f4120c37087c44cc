import { count } from '@chatferry/contract';
import type { FollowPace } from '@chatferry/job/planned';

/** That a follower does not keep up, and what helps. */
export function fallingBehindText({ changedPerMinute, sentPerMinute }: FollowPace): string {
  return `Rows change faster than they are sent: ${count(changedPerMinute)} a minute against ${count(sentPerMinute)}. The lag grows until people write less, or the quota is larger.`;
}
