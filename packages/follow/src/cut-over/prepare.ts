import { explainError } from '@chatferry/job';
import { catchUp } from '../following/catch-up.ts';
import { failing, isPassing, isPassingError } from '../following/failing.ts';
import { AskedWord } from './asked-word.ts';
import { check, SentRecords } from './check.ts';
import type { CutOverContext } from './context.ts';
import type { CutOverEvent, Round } from './cut-over-options.ts';

/** The longest time of a round when there is no deadline. */
const ROUND_MS = 5 * 60_000;

/**
 * While people still write in the legacy system: does rounds of the work that follows a freeze, until a round is short enough and
 * everything is as planned; then until the operator wants the freeze.
 *
 * @returns whether the freeze is wanted; if not, the operator has stopped this, or has to deal with a reason
 */
export async function* prepare(context: CutOverContext): AsyncGenerator<CutOverEvent, boolean> {
  const { options, kept, follower, clock } = context;
  const { signal, everyMs, commands, maxDifferent = 0, deadlineMs: mostMs = ROUND_MS } = options;
  kept.disarm(clock.now());
  while (!signal.aborted) {
    using word = new AskedWord(context.options);
    let startedAt = clock.monotonicMs();
    try {
      for (;;) {
        startedAt = clock.monotonicMs();
        const round = yield* oneRound(context, word.orStopped);
        if (round === undefined) return false;
        const lasted = { ms: round.ms, mostMs };
        const why =
          context.different > maxDifferent ? 'differs' : round.ms > mostMs ? 'too-long' : undefined;
        if (why !== undefined) {
          word.unask();
          kept.take({ is: 'disarmed', because: why, round: lasted }, clock.now());
          yield { type: 'not-armed', why, mostMs, ...round };
        } else {
          kept.take({ is: 'armed', round: lasted }, clock.now());
          yield {
            type: 'armed',
            waiting: follower.waiting,
            gone: follower.goneRecords,
            ...round,
          };
          if (commands.freeze !== undefined) return true;
          word.ask();
        }
        await clock.sleep(Math.max(startedAt + everyMs - clock.monotonicMs(), 0), word.orStopped);
      }
    } catch (error) {
      if (signal.aborted) break;
      if (word.isGiven) return true;
      if (!isPassingError(error)) throw error;
      kept.disarm(clock.now());
      yield* failing(explainError(error)!, clock, signal);
    }
  }
  kept.disarm(clock.now());
  return false;
}

/** @returns undefined when the run has stopped for a reason that the operator has to deal with */
async function* oneRound(
  context: CutOverContext,
  signal: AbortSignal,
): AsyncGenerator<CutOverEvent, Round | undefined> {
  const { options, follower, ports, clock } = context;
  const startedAt = clock.monotonicMs();
  const sent = new SentRecords();
  for (;;) {
    const events = catchUp(follower, signal, { finish: signal, now: options.stopNow });
    let next = await events.next();
    for (; next.done !== true; next = await events.next()) {
      sent.take(next.value);
      yield next.value;
    }
    const { reason } = next.value;
    if (reason === undefined) break;
    signal.throwIfAborted();
    if (!isPassing(reason)) {
      context.reason = reason;
      return undefined;
    }
    yield* failing({ lines: [reason.message], fix: reason.fix }, clock, signal);
  }
  const { compared, changed } = await check(follower, ports, signal);
  context.different = compared.records - compared.asPlanned - compared.hidden;
  return { ms: clock.monotonicMs() - startedAt, rows: sent.rows, changed, compared };
}
