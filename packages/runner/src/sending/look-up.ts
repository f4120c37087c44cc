import { ApiError } from '@chatferry/client';
import type { Route } from '../routes/route.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { SendPorts } from './send-ports.ts';

/** What looking for a record has shown; `unknown`: the service does not let it be looked for. */
export type Found = 'there' | 'absent' | 'unknown';

/** Looks whether a record that was sent once, and got no clear answer, is in the service. */
export async function lookUp(
  position: number,
  progress: BatchProgress,
  route: Route,
  { reader, clock }: SendPorts,
): Promise<Found> {
  const since = progress.begunAt ?? clock.now();
  return found(() => route.isThere!(progress.batch, position, since, reader));
}

/** Looks whether a record that the ledger does not know as sent is in the service all the same. */
export async function lookUpUnsent(
  position: number,
  { batch }: BatchProgress,
  route: Route,
  { reader }: SendPorts,
): Promise<Found> {
  return found(() => route.isStored!(batch, position, reader));
}

/** The reader waits out what may pass, and stops the run over what cannot. */
async function found(look: () => Promise<boolean>): Promise<Found> {
  try {
    return (await look()) ? 'there' : 'absent';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'not-found' ? 'absent' : 'unknown';
  }
}
