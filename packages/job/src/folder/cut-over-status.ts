/** The state decides where people can write: in the legacy system in the first two states, in the app in `open`, otherwise in neither. */
export const cutOverStates = [
  'following',
  'armed',
  'freezing',
  'frozen',
  'drained',
  'verified',
  'opening',
  'open',
  'thawing',
] as const;

/** How far a cut-over is. In `freezing`, `opening` and `thawing` a command of the operator may be running, or may have run. */
export type CutOverState = (typeof cutOverStates)[number];

/**
 * Why people write in the legacy system again:
 * - `deadline`: the time was over, or would have been over
 * - `interrupted`, `aborted`: the operator wanted it
 * - `still-writes`: people or programs wrote to the legacy system again and again after the freeze
 * - `differs`: records were not in the app as planned
 * - `freeze-failed`: the command of the operator failed
 * - `run-stopped`: the run stopped for a reason that the operator has to deal with
 */
export type ThawReason =
  | 'deadline'
  | 'interrupted'
  | 'aborted'
  | 'still-writes'
  | 'differs'
  | 'freeze-failed'
  | 'run-stopped';

/** Why nothing is frozen after a round: it took too long, or records are not in the app as planned. */
export type UnarmedReason = 'too-long' | 'differs';

/** A cut-over as the job folder keeps it. Times are milliseconds since 1970. */
export interface CutOver {
  readonly state: CutOverState;
  /** When the state was entered; in `armed`, the end of the last round. */
  readonly since?: number;
  /** How long the last round before the freeze took, in milliseconds, and how long it may take. */
  readonly round?: { readonly ms: number; readonly mostMs: number };
  /** In `following`: why nothing was frozen. */
  readonly notArmed?: UnarmedReason;
  /** Since when people cannot write in the legacy system; absent before the freeze. */
  readonly frozenAt?: number;
  /** How often there were writes to the legacy system after the freeze. */
  readonly writes: number;
  /** Why the legacy system thaws, or last thawed. */
  readonly why?: ThawReason;
  readonly openedAt?: number;
  /** Whether everything after the opening is done. */
  readonly isFinished: boolean;
}

/** Whether only the cut-over may work on the job. */
export function hasBegun({ state }: { readonly state: CutOverState }): boolean {
  return state !== 'following' && state !== 'armed';
}

/** @param kept JSON: the cut-over in the state of a follower @returns undefined before the first round of the cut-over */
export function cutOverStatus(kept: string): CutOver | undefined {
  const cutOver = JSON.parse(kept) as CutOver;
  const { state, why, notArmed } = cutOver;
  return state === 'following' && why === undefined && notArmed === undefined ? undefined : cutOver;
}
