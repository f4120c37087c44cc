import { ApiError } from '@chatferry/client';
import type { Route } from '../routes/route.ts';
import type { Trouble } from '../terms/trouble.ts';
import type { BatchProgress } from './batch-progress.ts';
import type { LookedUp } from './decide.ts';
import type { Part } from './part.ts';
import type { SendPorts } from './send-ports.ts';

const SENT_ONCE =
  'The message was sent once and no clear answer came. It is not sent again by itself, because the service would store it twice; a retry checks once more and then sends it.';

const NOT_FOUND: Trouble = {
  code: 'NOT_FOUND_AFTER_SENDING',
  message: `${SENT_ONCE} It is not in its conversation.`,
};

const CANNOT_BE_READ: Trouble = {
  code: 'NO_LOOK_UP',
  message: `${SENT_ONCE} Its conversation cannot be read.`,
};

const REMOVED_ONCE = 'The request that removes the record was sent once and no clear answer came.';

const MAY_BE_NEW: Trouble = {
  code: 'MAY_BE_MADE_ANEW',
  message: `${REMOVED_ONCE} The app holds such a record: either the request has not removed it, or other people have created it again since. It is not removed once more by itself.`,
};

const REMOVAL_UNREAD: Trouble = {
  code: 'NO_LOOK_UP',
  message: `${REMOVED_ONCE} Whether the app still holds the record cannot be read.`,
};

/** Why the outcome of a record stays unknown after it was looked up. */
function troubleOf(found: LookedUp['found'], { freesIds }: Route): Trouble {
  if (found === 'doubtful') return MAY_BE_NEW;
  if (found !== 'unknown') return NOT_FOUND;
  return freesIds === true ? REMOVAL_UNREAD : CANNOT_BE_READ;
}

/** Whether a part has to be looked up before it is sent. */
export function needsLookUp({ mayHaveLanded }: Part, route: Route): boolean {
  return mayHaveLanded ? route.isThere !== undefined : route.isStored !== undefined;
}

/**
 * Checks whether the service holds the record of a part: a record that was sent without a clear answer, or a record that the
 * ledger does not know as sent, because the ledger is an older copy or was lost.
 */
export async function lookUp(
  part: Part,
  progress: BatchProgress,
  route: Route,
  ports: SendPorts,
): Promise<LookedUp> {
  const found = await find(part, progress, route, ports);
  const { health } = ports.traffic;
  if (part.mayHaveLanded && found !== 'unknown') health.worked();
  if (!part.mayHaveLanded && found === 'there') health.landed();
  return { type: 'looked-up', found, trouble: troubleOf(found, route) };
}

/** The reader waits out temporary errors, and stops the run at lasting errors. */
async function find(
  { positions, mayHaveLanded }: Part,
  { batch, begunAt }: BatchProgress,
  route: Route,
  { app: { reader }, clock }: SendPorts,
): Promise<LookedUp['found']> {
  const position = positions[0]!;
  try {
    const isThere = mayHaveLanded
      ? await route.isThere!(batch, position, begunAt ?? clock.now(), reader)
      : ((await route.isStored?.(batch, position, reader)) ?? false);
    if (isThere === 'doubtful') return isThere;
    return isThere ? 'there' : 'absent';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'not-found' ? 'absent' : 'unknown';
  }
}
