import type { CutOverState } from '@chatferry/job/following';

/**
 * Why people write in the legacy system again:
 * - `deadline`: the time was over, or would have been
 * - `interrupted`, `aborted`: the operator wanted it
 * - `still-writes`: the legacy system was written after the freeze, again and again
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

/** A cut-over as the job folder keeps it. Times are milliseconds since 1970. */
export interface CutOver {
  readonly state: CutOverState;
  /** Since when people cannot write; absent before the freeze. */
  readonly frozenAt?: number;
  /** How often the legacy system was written after the freeze. */
  readonly writes: number;
  /** Why it thaws, or has thawed last. */
  readonly why?: ThawReason;
  readonly openedAt?: number;
  /** Whether everything after the opening is done. */
  readonly isFinished: boolean;
}

export type CutOverStep =
  /** A round was so short, and what it sent so complete, that people may be stopped now. */
  | { readonly is: 'armed' }
  | { readonly is: 'disarmed' }
  /** The operator wants people to stop writing in the legacy system. */
  | { readonly is: 'freezing' }
  /** Nobody can write there any more. */
  | { readonly is: 'frozen' }
  /** Everything that was found is sent. */
  | { readonly is: 'drained' }
  /** What was sent is compared with the app, and the sources with what was planned. */
  | { readonly is: 'compared'; readonly hasChanged: boolean; readonly isAsPlanned: boolean }
  | { readonly is: 'opening' }
  | { readonly is: 'opened' }
  | { readonly is: 'finished' }
  | { readonly is: 'thawing'; readonly why: ThawReason }
  | { readonly is: 'thawed' };

/** How often what changed after the freeze is sent before the legacy system is opened again. */
const MOST_WRITES = 3;

export const notBegun: CutOver = { state: 'following', writes: 0, isFinished: false };

/** States in which people write nowhere, and the legacy system may be opened again. */
const closed: ReadonlySet<CutOverState> = new Set(['freezing', 'frozen', 'drained', 'verified']);

/** Whether the legacy system can be opened again without a person who knows that the app is closed. */
export function canThaw({ state }: CutOver): boolean {
  return closed.has(state);
}

/**
 * The cut-over after a step.
 *
 * @param now milliseconds since 1970
 * @throws {RangeError} for a step that the state does not allow
 */
export function after(cutOver: CutOver, step: CutOverStep, now: number): CutOver {
  const { state } = cutOver;
  const from = (...allowed: readonly CutOverState[]): void => {
    if (!allowed.includes(state)) throw new RangeError(`${step.is} is not possible in ${state}`);
  };
  switch (step.is) {
    case 'armed':
      from('following', 'armed');
      return { ...notBegun, state: 'armed' };
    case 'disarmed':
      from('following', 'armed');
      return notBegun;
    case 'freezing':
      from('armed');
      return { ...notBegun, state: 'freezing', frozenAt: now };
    case 'frozen':
      from('freezing');
      return { ...cutOver, state: 'frozen' };
    case 'drained':
      from('frozen');
      return { ...cutOver, state: 'drained' };
    case 'compared':
      from('drained');
      return compared(cutOver, step);
    case 'opening':
      from('verified');
      return { ...cutOver, state: 'opening' };
    case 'opened':
      from('opening');
      return { ...cutOver, state: 'open', openedAt: now };
    case 'finished':
      from('open');
      return { ...cutOver, isFinished: true };
    case 'thawing':
      // Only the operator knows that the app is closed when a command to open it may have run.
      from(...closed, ...(step.why === 'aborted' ? (['opening', 'thawing'] as const) : []));
      return { ...cutOver, state: 'thawing', why: step.why };
    case 'thawed':
      from('thawing');
      return { ...notBegun, ...(cutOver.why === undefined ? {} : { why: cutOver.why }) };
  }
}

function compared(
  cutOver: CutOver,
  { hasChanged, isAsPlanned }: Extract<CutOverStep, { is: 'compared' }>,
): CutOver {
  if (!isAsPlanned) return { ...cutOver, state: 'thawing', why: 'differs' };
  if (!hasChanged) return { ...cutOver, state: 'verified' };
  const writes = cutOver.writes + 1;
  return writes < MOST_WRITES
    ? { ...cutOver, writes, state: 'frozen' }
    : { ...cutOver, writes, state: 'thawing', why: 'still-writes' };
}
