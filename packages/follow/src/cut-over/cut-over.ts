import { systemClock } from '@chatferry/client';
import { explainError, JobError } from '@chatferry/job';
import { hasBegun, reportWritten, utcMinute } from '@chatferry/job/following';
import { openBegun } from '../planning/begin.ts';
import { sendPlanned } from '../following/catch-up.ts';
import { isPassingError } from '../following/failing.ts';
import { followedJob, openFollower } from '../following/open-follower.ts';
import { type CutOverContext, operate } from './context.ts';
import type {
  CutOverEvent,
  CutOverOptions,
  CutOverOutcome,
  OperatorStep,
} from './cut-over-options.ts';
import { canThaw, type CutOver } from '../state/cut-over-state.ts';
import { KeptCutOver } from './kept-cut-over.ts';
import { prepare } from './prepare.ts';
import { reasonOf } from './reason-of.ts';
import { whileClosed } from './while-closed.ts';

/**
 * Moves people from the legacy system to the app: sends and compares changes while people still write, then stops them, sends and compares
 * the rest, and opens the app. If that takes too long, or a result is not as planned, the legacy system is opened again.
 *
 * Each state is in the job folder before its actions begin. After a kill, the next process continues in the same state.
 *
 * @throws {JobError} for a job that does not follow, for a step without a command and without a person, and after the app is open
 * @throws {JobLockedError} when another process works on the job
 */
export async function* cutOver(
  options: CutOverOptions,
): AsyncGenerator<CutOverEvent, CutOverOutcome> {
  const { commands, signal, clock = systemClock } = options;
  checkCommands(options);
  const job = followedJob(options);
  using state = openBegun(job);
  if (state === undefined)
    throw new JobError('no-plan', `${job.path} does not follow yet.`, 'Follow first.');
  const before = state.fact('changes');
  const changes = {
    editMessages: options.editMessages ?? before?.editMessages ?? true,
    removesGone: options.removesGone ?? before?.removesGone ?? false,
  };
  using opened = await openFollower(job, state, options, changes, true);
  const { follower, ports } = opened;
  const kept = new KeptCutOver(state);
  const context: CutOverContext = {
    options,
    kept,
    follower,
    ports,
    clock,
    different: 0,
    rejected: 0,
  };
  const found = kept.now;
  if (found.frozenAt !== undefined)
    yield { type: 'resumed', state: found.state, frozenAt: found.frozenAt };
  if (options.isAborted === true) abort(context);
  if (!hasBegun(kept.now) && options.isAborted !== true && (yield* prepare(context))) {
    kept.take({ is: 'freezing' }, clock.now());
    // The confirmation of a person means that the step is done.
    if (commands.freeze === undefined) {
      kept.take({ is: 'frozen' }, clock.now());
      yield { type: 'frozen' };
    }
  }
  if (canThaw(kept.now)) yield* whileClosed(context);
  if (kept.now.state === 'opening') yield* open(context, found.state === 'opening');
  if (kept.now.state === 'thawing') yield* thaw(context);
  if (kept.now.state === 'open' && !kept.now.isFinished && !signal.aborted) yield* finish(context);
  reportWritten(job, options.stepName, ports.lock.holder);
  if (context.error !== undefined) throw context.error;
  return outcomeOf(context);
}

/** @throws {JobError} `bad-command` or `no-command` */
function checkCommands({ commands, confirm, target, isAborted }: CutOverOptions): void {
  const steps: readonly OperatorStep[] = isAborted === true ? ['thaw'] : ['freeze', 'thaw', 'open'];
  for (const step of steps) {
    const line = commands[step];
    if (line?.includes(target.apiKey) === true)
      throw new JobError(
        'bad-command',
        `The command to ${step} contains the API key, which other users of this machine can read there.`,
        'Let the command read it from its environment.',
      );
    if (line === undefined && confirm === undefined)
      throw new JobError(
        'no-command',
        `There is no command to ${step}, and no person to be asked.`,
        'Give a command for it, or start the cut-over at a terminal.',
      );
  }
}

/** @throws {JobError} `app-open` */
function abort({ kept, clock }: CutOverContext): void {
  const { state } = kept.now;
  if (state === 'open')
    throw new JobError(
      'app-open',
      `The app was opened on ${utcMinute(kept.now.openedAt!)} UTC: the cut-over cannot be given up any more.`,
      'To return, close the app, read back what people have written there, and let them write in the legacy system again.',
    );
  if (hasBegun(kept.now)) kept.take({ is: 'thawing', why: 'aborted' }, clock.now());
}

/** @param isAgain whether an earlier process has begun to open the app */
async function* open(
  context: CutOverContext,
  isAgain: boolean,
): AsyncGenerator<CutOverEvent, void> {
  const { options, kept, clock } = context;
  if (options.commands.open !== undefined || isAgain) {
    // A command that opens the app is not interrupted: otherwise nothing would show whether the app is open.
    const signal = options.stopNow ?? new AbortController().signal;
    const end = await operate(context, 'open', signal);
    if (end.is === 'failed') {
      yield { type: 'command-failed', command: 'open', why: end.why };
      context.reason = reasonOf('open-failed');
      return;
    }
  }
  kept.take({ is: 'opened' }, clock.now());
  yield { type: 'open', closedMs: openedFor(kept.now) };
}

async function* thaw(context: CutOverContext): AsyncGenerator<CutOverEvent, void> {
  const { options, kept, clock } = context;
  const { why = 'aborted', frozenAt } = kept.now;
  yield { type: 'thawing', why };
  const end = await operate(context, 'thaw', options.stopNow ?? new AbortController().signal);
  if (end.is === 'failed') {
    yield { type: 'command-failed', command: 'thaw', why: end.why };
    context.reason = reasonOf('thaw-failed');
    return;
  }
  kept.take({ is: 'thawed' }, clock.now());
  context.closedMs = Math.max(clock.now() - frozenAt!, 0);
  yield { type: 'thawed', why, closedMs: context.closedMs };
  if (why !== 'aborted') context.reason ??= reasonOf(why);
}

/** Rejects rows that wait for a record that will never land, so that every row has an outcome. */
async function* finish(context: CutOverContext): AsyncGenerator<CutOverEvent, void> {
  const { options, kept, follower, clock } = context;
  const { signal } = options;
  try {
    for (let rows = Infinity; rows > 0; context.rejected += rows) {
      rows = await follower.rejectWaiting(signal);
      const reason = yield* sendPlanned(follower, { finish: signal, now: options.stopNow });
      if (reason !== undefined) return void (context.reason = reason);
    }
    kept.take({ is: 'finished' }, clock.now());
  } catch (error) {
    if (!isPassingError(error)) throw error;
    const { message, ...reason } = reasonOf('not-finished');
    context.reason = { ...reason, message: [message, ...explainError(error)!.lines].join(' ') };
  }
}

function outcomeOf(context: CutOverContext): CutOverOutcome {
  const { kept, follower, reason, different, rejected } = context;
  const { state, openedAt } = kept.now;
  const closedMs = openedAt === undefined ? context.closedMs : openedFor(kept.now);
  return {
    state,
    reason,
    ...(closedMs === undefined ? {} : { closedMs }),
    ...(openedAt === undefined ? {} : { openedAt }),
    different,
    rejected,
    waiting: follower.waitingRows,
    gone: follower.goneRecords,
  };
}

/** How long people could not write before the app was open. The system clock may have been set back in between. */
function openedFor({ openedAt, frozenAt }: CutOver): number {
  return Math.max(openedAt! - frozenAt!, 0);
}
