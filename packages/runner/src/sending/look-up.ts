import { ApiError } from '@chatferry/client';
import { shortened } from '../answers/shortened.ts';
import { stopReason } from '../answers/stop-reasons.ts';
import type { AskAgain, Stop } from '../answers/verdict.ts';
import type { Route } from '../routes/route.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { SendPorts } from './send-ports.ts';

/** What looking for a record has shown; `unknown`: the service does not let it be looked for. */
export type Found = 'there' | 'absent' | 'unknown' | AskAgain | Stop;

/** Looks whether a record that was sent once, and got no clear answer, is in the service. */
export async function lookUp(
  position: number,
  progress: BatchProgress,
  route: Route,
  { client, clock, halt }: SendPorts,
): Promise<Found> {
  const since = progress.begunAt ?? clock.now();
  return found(() => route.isThere!(progress.batch, position, since, client, halt.now));
}

/** Looks whether a record that the ledger does not know as sent is in the service all the same. */
export async function lookUpUnsent(
  position: number,
  { batch }: BatchProgress,
  route: Route,
  { client, halt }: SendPorts,
): Promise<Found> {
  return found(() => route.isStored!(batch, position, client, halt.now));
}

async function found(look: () => Promise<boolean>): Promise<Found> {
  try {
    return (await look()) ? 'there' : 'absent';
  } catch (error) {
    if (error instanceof ApiError) return meaningOf(error);
    throw error;
  }
}

function meaningOf(error: ApiError): Found {
  const { code, serviceCode, status, message, retryAfterMs: afterMs } = error;
  const trouble = { code: serviceCode ?? code, message: shortened(message) };
  switch (code) {
    case 'not-found':
      return 'absent';
    case 'conflict':
    case 'refused':
    case 'invalid':
      return 'unknown';
    case 'unauthorized':
    case 'plan-limit':
    case 'not-configured': {
      const reason = stopReason(status ?? 401, serviceCode, trouble);
      return { says: 'stop', reason, certain: true, trouble };
    }
    case 'unreachable':
    case 'timeout':
    case 'untrusted':
    case 'unreadable':
    case 'rate-limited':
    case 'service-trouble':
      return { says: 'again', trouble, mayHaveLanded: true, source: 'silence', afterMs };
  }
}
