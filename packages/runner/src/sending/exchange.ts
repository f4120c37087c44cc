import { ApiError } from '@chatferry/client';
import type { Batch } from '@chatferry/planner';
import type { AnswerAction } from '../answers/answer-action.ts';
import type { Route, RouteRequest } from '../routes/route.ts';
import { holdAll } from './waiting.ts';
import type { SendPorts } from './send-ports.ts';

export interface RequestToSend {
  readonly batch: Batch;
  readonly positions: readonly number[];
  readonly request: RouteRequest;
  /** Called when the request may leave, before its first byte is sent. @returns whether it is still to be sent */
  readonly beforeSending: () => Promise<boolean>;
}

export interface ExchangeResult {
  readonly action: AnswerAction;
  /** Milliseconds until the answer was there. */
  readonly answerMs: number;
}

/**
 * Sends one request when concurrency and pace allow it.
 *
 * @returns what the answer means; `undefined` when the request was not to be sent any more
 */
export async function exchange(
  route: Route,
  { batch, positions, request, beforeSending }: RequestToSend,
  ports: SendPorts,
): Promise<ExchangeResult | undefined> {
  const { app, stopController, clock } = ports;
  const { gate, inFlight, chatQuota, minutes } = ports.traffic;
  const waitMs = route.waitMs?.(batch, positions, clock.monotonicMs()) ?? 0;
  if (waitMs > 0) await clock.sleep(waitMs, stopController.finishing);
  return inFlight.run(async () => {
    let leaveBy = await gate.pass(route.pace, stopController.finishing);
    if (!(await beforeSending())) {
      gate.giveBack();
      return undefined;
    }
    // Another lane may have met the reason to stop in the meantime.
    stopController.finishing.throwIfAborted();
    let sentAt = clock.monotonicMs();
    let outcome = await inFlight.counted(() => app.attempt(request, leaveBy));
    // The ledger, or a connection, may have taken longer than the slot is valid. Nothing was sent then.
    while (outcome === 'never-left') {
      gate.takeBack();
      stopController.finishing.throwIfAborted();
      leaveBy = await gate.pass(route.pace, stopController.finishing);
      sentAt = clock.monotonicMs();
      outcome = await inFlight.counted(() => app.attempt(request, leaveBy));
    }
    const answerMs = clock.monotonicMs() - sentAt;
    minutes.answered(batch.kind, answerMs, route.pace.rate);
    if (!(outcome instanceof ApiError) && outcome.status < 300)
      chatQuota.learn(request.operation, outcome.headers);
    const action = route.actionFor(outcome, batch, positions, clock.now());
    // Before the next request can start.
    const wait = action.type === 'results' ? action.wait : action;
    if (wait?.type === 'wait') holdAll(wait, batch.kind, ports);
    inFlight.ended(isTrouble(action) ? 'trouble' : { answerMs });
    return { action, answerMs };
  });
}

function isTrouble(action: AnswerAction): boolean {
  if (action.type !== 'results') return action.type === 'retry';
  return action.results.every(({ is }) => is === 'open');
}
