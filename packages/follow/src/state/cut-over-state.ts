import type { CutOver, CutOverState, ThawReason, UnarmedReason } from '@chatferry/job/following';

export type { CutOver, ThawReason };

export type CutOverStep =
  /** A round was short and complete enough that people may be stopped now. */
  | { readonly is: 'armed'; readonly round?: CutOver['round'] | undefined }
  | {
      readonly is: 'disarmed';
      /** Absent when the round could not be done, or another process begins. */
      readonly because?: UnarmedReason;
      readonly round?: CutOver['round'] | undefined;
    }
  /** The operator wants people to stop writing in the legacy system. */
  | { readonly is: 'freezing' }
  /** People can no longer write in the legacy system. */
  | { readonly is: 'frozen' }
  /** All changes that were found are sent. */
  | { readonly is: 'drained' }
  /** The sent records are compared with the app, and the sources with the plan. */
  | { readonly is: 'compared'; readonly hasChanged: boolean; readonly isAsPlanned: boolean }
  | { readonly is: 'opening' }
  | { readonly is: 'opened' }
  | { readonly is: 'finished' }
  | { readonly is: 'thawing'; readonly why: ThawReason }
  | { readonly is: 'thawed' };

/** How often changes after the freeze are sent before the legacy system is opened again. */
const MOST_WRITES = 3;

export const notBegun: CutOver = { state: 'following', writes: 0, isFinished: false };

/** States in which people cannot write anywhere, and the legacy system may be opened again. */
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
  return { ...next(cutOver, step, now), since: now };
}

function next(cutOver: CutOver, step: CutOverStep, now: number): CutOver {
  const { state } = cutOver;
  const from = (...allowed: readonly CutOverState[]): void => {
    if (!allowed.includes(state)) throw new RangeError(`${step.is} is not possible in ${state}`);
  };
  switch (step.is) {
    case 'armed':
      from('following', 'armed');
      return { ...notBegun, state: 'armed', ...roundOf(step) };
    case 'disarmed':
      from('following', 'armed');
      return {
        ...notBegun,
        ...(step.because === undefined ? {} : { notArmed: step.because }),
        ...roundOf(step),
      };
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
      // After a command to open the app may have run, only the operator knows that the app is closed.
      from(...closed, ...(step.why === 'aborted' ? (['opening', 'thawing'] as const) : []));
      return { ...cutOver, state: 'thawing', why: step.why };
    case 'thawed':
      from('thawing');
      return { ...notBegun, ...(cutOver.why === undefined ? {} : { why: cutOver.why }) };
  }
}

function roundOf({
  round,
}: {
  readonly round?: CutOver['round'] | undefined;
}): Pick<CutOver, 'round'> {
  return round === undefined ? {} : { round };
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
