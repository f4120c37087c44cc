import { explainError } from '@chatferry/job';
import { catchUp } from '../following/catch-up.ts';
import { failing, isPassing, isPassingError } from '../following/failing.ts';
import { gapMs } from '../following/timing.ts';
import { check, SentRecords } from './check.ts';
import { type CutOverContext, operate } from './context.ts';
import type { CutOverEvent } from './cut-over-options.ts';
import { canThaw } from '../state/cut-over-state.ts';
import { Deadline } from './deadline.ts';

/** Poll interval for open transactions, in milliseconds, and pause between attempts to reach a source or the service. */
const POLL_MS = 200;
const RETRY_MS = 1000;

/** While people cannot write anywhere: goes from state to state, until the app or the legacy system is to be opened. */
export async function* whileClosed(context: CutOverContext): AsyncGenerator<CutOverEvent, void> {
  const { options, kept, clock } = context;
  const { signal: stopped, deadlineMs } = options;
  using deadline = new Deadline(kept.now, deadlineMs, clock);
  const signal = AbortSignal.any([stopped, deadline.signal]);
  while (canThaw(kept.now)) {
    if (stopped.aborted) thaw(context, 'interrupted');
    else if (deadline.isPassedAfter(0)) thaw(context, 'deadline');
    else
      try {
        yield* step(context, signal, deadline);
      } catch (error) {
        if (signal.aborted) continue;
        if (isPassingError(error)) {
          yield* failing(explainError(error)!, clock, signal, RETRY_MS);
          continue;
        }
        context.error = error;
        thaw(context, 'run-stopped');
      }
  }
}

function thaw(
  { kept, clock }: CutOverContext,
  why: 'interrupted' | 'deadline' | 'run-stopped' | 'freeze-failed',
): void {
  kept.take({ is: 'thawing', why }, clock.now());
}

async function* step(
  context: CutOverContext,
  signal: AbortSignal,
  deadline: Deadline,
): AsyncGenerator<CutOverEvent, void> {
  const { state } = context.kept.now;
  if (state === 'freezing') yield* freeze(context, signal, deadline);
  else if (state === 'frozen') yield* drain(context, signal, deadline);
  else if (state === 'drained') yield* compare(context, signal);
  else yield* decide(context, signal);
}

async function* freeze(
  context: CutOverContext,
  signal: AbortSignal,
  deadline: Deadline,
): AsyncGenerator<CutOverEvent, void> {
  const { kept, clock } = context;
  yield { type: 'freezing' };
  const end = await operate(context, 'freeze', signal, deadline.remainingMs);
  if (end.is === 'done') {
    kept.take({ is: 'frozen' }, clock.now());
    yield { type: 'frozen' };
    return;
  }
  yield { type: 'command-failed', command: 'freeze', why: end.why };
  if (!signal.aborted) thaw(context, 'freeze-failed');
}

async function* drain(
  context: CutOverContext,
  signal: AbortSignal,
  deadline: Deadline,
): AsyncGenerator<CutOverEvent, void> {
  const { options, kept, follower, clock } = context;
  yield* waitForWriters(context, signal);
  const sent = new SentRecords();
  const events = catchUp(follower, signal, { finish: signal, now: signal });
  let next = await events.next();
  for (; next.done !== true; next = await events.next()) {
    sent.take(next.value);
    yield next.value;
    if (next.value.type !== 'flushed') continue;
    const leastMs = (next.value.segment?.requests ?? 0) * gapMs(options.run);
    if (!deadline.isPassedAfter(leastMs)) continue;
    await events.return(undefined as never);
    return thaw(context, 'deadline');
  }
  const { reason } = next.value;
  if (reason === undefined) {
    kept.take({ is: 'drained' }, clock.now());
    yield { type: 'drained', rows: sent.rows, records: sent.kinds };
  } else if (!signal.aborted && isPassing(reason)) {
    yield* failing({ lines: [reason.message], fix: reason.fix }, clock, signal, RETRY_MS);
  } else if (!signal.aborted) {
    context.reason = reason;
    thaw(context, 'run-stopped');
  }
}

/** Waits for transactions that were open at the freeze: their changes are visible only after their end. */
async function* waitForWriters(
  { follower, clock }: CutOverContext,
  signal: AbortSignal,
): AsyncGenerator<CutOverEvent, void> {
  for (let before = ''; ;) {
    const tables = await follower.writtenTables(signal);
    if (tables.length === 0) return;
    const names = tables.join(', ');
    if (names !== before) yield { type: 'writing', tables };
    before = names;
    await clock.sleep(POLL_MS, signal);
  }
}

async function* compare(
  context: CutOverContext,
  signal: AbortSignal,
): AsyncGenerator<CutOverEvent, void> {
  const { options, kept, follower, ports, clock } = context;
  const { compared, changed, hasChanged } = await check(follower, ports, signal);
  context.different = compared.records - compared.asPlanned - compared.hidden;
  const isAsPlanned = context.different <= (options.maxDifferent ?? 0);
  kept.take({ is: 'compared', hasChanged, isAsPlanned }, clock.now());
  if (isAsPlanned && hasChanged) yield { type: 'changed-after', rows: changed };
  else yield { type: 'compared', compared };
}

async function* decide(
  context: CutOverContext,
  signal: AbortSignal,
): AsyncGenerator<CutOverEvent, void> {
  const { options, kept, clock } = context;
  if (options.commands.open === undefined) {
    await options.confirm!('open', signal);
    signal.throwIfAborted();
  }
  kept.take({ is: 'opening' }, clock.now());
  yield { type: 'opening' };
}
