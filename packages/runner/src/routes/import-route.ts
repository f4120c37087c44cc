import type { Kind, OperationName } from '@chatferry/contract';
import { bodyOf } from '@chatferry/planner';
import { parseAnswer } from '../fast-path/all-succeeded.ts';
import { sentRecords } from '../answers/sent-records.ts';
import { actionFor } from '../answers/action-for.ts';
import type { Pace } from '../pacing/pace.ts';
import type { Route } from './route.ts';

/** The import endpoint of a kind: a batch is a request, with the bytes of the plan. */
export function importRoute(kind: Kind, operation: OperationName, pace: Pace): Route {
  return {
    isRepeatable: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (_, positions) => [positions],
    request: (batch, positions) => ({
      operation,
      body: positions.length === batch.records ? batch.body : bodyOf(batch, positions),
      parse: parseAnswer,
    }),
    actionFor: (outcome, batch, positions, nowMs) =>
      actionFor(outcome, kind, sentRecords(batch, positions), nowMs),
  };
}
