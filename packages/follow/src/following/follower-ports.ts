import type { Clock } from '@chatferry/client';
import type { JobFolder } from '@chatferry/job';
import type { Sending } from '@chatferry/job/following';
import type { JobLock, RunOptions } from '@chatferry/runner';
import type { FollowedInputs } from '../planning/followed-inputs.ts';
import type { FollowState } from '../state/follow-state.ts';

/** The resources of a follower. It holds the lock of the job until it ends. */
export interface FollowerPorts {
  readonly job: JobFolder;
  readonly lock: JobLock;
  readonly state: FollowState;
  readonly inputs: FollowedInputs;
  readonly target: Sending['target'];
  readonly options: RunOptions;
  readonly remember: Sending['remember'];
  readonly onAnswer: Sending['onAnswer'];
  readonly maxRemovals: number | undefined;
  /** Whether everything has to land as soon as possible, with the whole quota. */
  readonly isUrgent: boolean;
  /** The folder of the job before the follower. */
  readonly after: string;
  readonly clock: Clock;
}
