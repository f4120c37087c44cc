import { ApiError, type Attempt } from '@chatferry/client';
import type { Batch } from '@chatferry/planner';
import type { AnswerAction } from '../answers/answer-action.ts';
import type { Route, RouteRequest } from '../routes/route.ts';
import { holdAll } from './waiting.ts';
import type { SendPorts } from './send-ports.ts';

export interface ToSend {
  readonly batch: Batch;
  readonly positions: readonly number[];
  readonly request: RouteRequest;
  /** Done when the request may leave, before its first byte does. */
  readonly beforeSending: () => Promise<void>;
}

export interface Exchanged {
  readonly action: AnswerAction;
  /** Milliseconds until the answer was there. */
  readonly answerMs: number;
}

/** Sends one request when there is a place and a turn for it, and says what the answer means. */
export async function exchange(
  route: Route,
  { batch, positions, request, beforeSending }: ToSend,
  ports: SendPorts,
): Promise<Exchanged> {
  const { gate, inFlight, halt, clock } = ports;
  const waitMs = route.waitMs?.(batch, positions, clock.monotonicMs()) ?? 0;
  if (waitMs > 0) await clock.sleep(waitMs, halt.finishing);
  return inFlight.run(async () => {
    await gate.pass(route.pace, halt.finishing);
    await beforeSending();
    // Another lane may have met the reason to stop in the meantime.
    halt.finishing.throwIfAborted();
    const sentAt = clock.monotonicMs();
    const outcome = await attempted(request, ports);
    const answerMs = clock.monotonicMs() - sentAt;
    const action = route.actionFor(outcome, batch, positions, clock.now());
    // Before another request can take this one's place.
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

async function attempted(
  { operation, body, parse, path, onBehalfOf }: RouteRequest,
  { client, halt }: SendPorts,
): Promise<Attempt | ApiError> {
  try {
    return await client.attempt(operation, {
      bodyBytes: body,
      signal: halt.now,
      ...(parse === undefined ? {} : { parse }),
      ...(path === undefined ? {} : { path }),
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
