/** Where people can write is decided by the state: in the legacy system in the first two, in the app in `open`, and in neither of them otherwise. */
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

/** A cut-over that has begun. Times are milliseconds since 1970. */
export interface CutOverStatus {
  readonly state: CutOverState;
  /** Since when people cannot write in the legacy system. */
  readonly frozenAt: number;
  readonly openedAt: number | undefined;
  /** Whether everything after the opening is done. */
  readonly isFinished: boolean;
}

/** Whether only the cut-over may work on the job. */
export function hasBegun({ state }: { readonly state: CutOverState }): boolean {
  return state !== 'following' && state !== 'armed';
}

/** @param kept JSON: the cut-over in the state of a follower @returns undefined for one that has not begun */
export function cutOverStatus(kept: string): CutOverStatus | undefined {
  const { state, frozenAt, openedAt, isFinished } = JSON.parse(kept) as CutOverStatus;
  return hasBegun({ state }) ? { state, frozenAt, openedAt, isFinished } : undefined;
}
