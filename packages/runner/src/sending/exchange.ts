import { ApiError, type Attempt } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { parseAnswer } from '../answers/all-succeeded.ts';
import { sentRecords } from '../answers/sent-records.ts';
import type { Verdict } from '../answers/verdict.ts';
import { verdictOn } from '../answers/verdict-on.ts';
import type { Batch } from '@chatferry/planner';
import type { SendPorts } from './send-ports.ts';

export interface Request {
  readonly batch: Batch;
  readonly positions: readonly number[];
  readonly body: Uint8Array;
  /** Done when the request may leave, before its first byte does. */
  readonly beforeSending: () => Promise<void>;
}

export interface Exchanged {
  readonly verdict: Verdict;
  /** Milliseconds until the answer was there. */
  readonly answerMs: number;
}

/** Sends one import request when there is a place and a turn for it, and says what the answer means. */
export function exchange(request: Request, ports: SendPorts): Promise<Exchanged> {
  const { gate, inFlight, halt, clock, paceOf } = ports;
  const { batch, positions } = request;
  return inFlight.run(async () => {
    await gate.pass(paceOf(batch.kind), halt.finishing);
    await request.beforeSending();
    const sentAt = clock.now();
    const outcome = await attempted(batch.kind, request.body, ports);
    const now = clock.now();
    const verdict = verdictOn(outcome, batch.kind, sentRecords(batch, positions), now);
    inFlight.ended(verdict.says === 'again' ? 'trouble' : { answerMs: now - sentAt });
    return { verdict, answerMs: now - sentAt };
  });
}

async function attempted(
  kind: Kind,
  bodyBytes: Uint8Array,
  { client, halt }: SendPorts,
): Promise<Attempt | ApiError> {
  try {
    return await client.attempt(`dataImport.${kind}`, {
      bodyBytes,
      signal: halt.now,
      parse: parseAnswer,
    });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
