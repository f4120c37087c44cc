import { limits } from '@chatferry/contract';
import { type Batch, entryOf } from '@chatferry/planner';
import type { RecordResult } from '../answers/answer-action.ts';
import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import type { Route } from './route.ts';
import { slicesOf } from './slices.ts';

/** The lists of an answer. */
interface Answer {
  readonly deactivatedUids?: unknown;
  readonly alreadyDeactivatedUids?: unknown;
  readonly notFound?: unknown;
}

/** Deactivations through `DELETE /users`, up to 25 uids in a request. A second send finds them deactivated already. */
export function deactivationsRoute(pace: Pace): Route {
  return {
    isRepeatable: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (_, positions) => slicesOf(positions, limits.uidsPerCall),
    request: (batch, positions) => ({
      operation: 'users.deactivate',
      body: Buffer.from(JSON.stringify({ uidsToDeactivate: uidsOf(batch, positions) })),
    }),
    actionFor: (outcome, batch, positions, nowMs) =>
      chatActionFor(
        outcome,
        'deactivations',
        positions.length,
        (data) => uidsOf(batch, positions).map((uid) => resultOf(uid, data)),
        nowMs,
      ),
  };
}

function uidsOf(batch: Batch, positions: readonly number[]): string[] {
  return positions.map((position) => entryOf(batch, position).id);
}

function resultOf(
  uid: string,
  { deactivatedUids, alreadyDeactivatedUids, notFound }: Answer,
): RecordResult {
  if (isIn(deactivatedUids, uid)) return { is: 'created' };
  if (isIn(alreadyDeactivatedUids, uid)) return { is: 'present' };
  if (isIn(notFound, uid))
    return {
      is: 'failed',
      trouble: { code: 'ERR_UID_NOT_FOUND', message: `The service has no user ${uid}.` },
    };
  return {
    is: 'open',
    because: 'not-mentioned',
    trouble: { code: 'NOT_MENTIONED', message: 'The answer does not contain the user.' },
  };
}

function isIn(list: unknown, uid: string): boolean {
  return Array.isArray(list) && list.includes(uid);
}
