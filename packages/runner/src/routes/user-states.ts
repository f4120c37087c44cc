import { type Batch, entryOf } from '@chatferry/planner';
import type { RecordResult } from '../answers/answer-action.ts';
import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import type { Route } from './route.ts';

/** An operation that changes whether users are active: the list of its body, and the lists of its answer. */
interface StateOperation {
  readonly operation: 'users.deactivate' | 'users.reactivate';
  readonly uids: string;
  readonly done: string;
  readonly already: string;
}

const states: Readonly<Record<'deactivations' | 'reactivations', StateOperation>> = {
  deactivations: {
    operation: 'users.deactivate',
    uids: 'uidsToDeactivate',
    done: 'deactivatedUids',
    already: 'alreadyDeactivatedUids',
  },
  reactivations: {
    operation: 'users.reactivate',
    uids: 'uidsToActivate',
    done: 'reactivatedUids',
    already: 'nonDeactivatedUids',
  },
};

/**
 * Deactivations through `DELETE /users` and reactivations through `PUT /users`: one request for a whole batch of at most 25 uids. A
 * second send changes nothing.
 */
export function userStatesRoute(kind: 'deactivations' | 'reactivations', pace: Pace): Route {
  const { operation, uids, ...lists } = states[kind];
  return {
    isRepeatable: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (_, positions) => [positions],
    request: (batch, positions) => ({
      operation,
      body: Buffer.from(JSON.stringify({ [uids]: uidsOf(batch, positions) })),
    }),
    actionFor: (outcome, batch, positions, nowMs) =>
      chatActionFor(
        outcome,
        kind,
        positions.length,
        (data) =>
          uidsOf(batch, positions).map((uid) =>
            resultOf(uid, data as Readonly<Record<string, unknown>>, lists),
          ),
        nowMs,
      ),
  };
}

function uidsOf(batch: Batch, positions: readonly number[]): string[] {
  return positions.map((position) => entryOf(batch, position).id);
}

function resultOf(
  uid: string,
  data: Readonly<Record<string, unknown>>,
  { done, already }: Pick<StateOperation, 'done' | 'already'>,
): RecordResult {
  if (isIn(data[done], uid)) return { is: 'created' };
  if (isIn(data[already], uid)) return { is: 'present' };
  if (isIn(data['notFound'], uid))
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
