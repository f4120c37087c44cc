import type { ChatRoute, Kind } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import { type RecordRow, recordRow } from './record-row.ts';
import type { Route } from './route.ts';

/** Users and groups through `POST /users` and `POST /groups`, one request each. A second send is answered with "already exists". */
export function chatRecordsRoute(
  kind: Kind,
  { operation, fields }: Extract<ChatRoute, { by: 'create' }>,
  pace: Pace,
): Route {
  return {
    isRepeatable: true,
    sendsWholeBatches: false,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: (batch, positions) => ({
      operation,
      body: bodyFrom(recordRow(batch, positions[0]!), fields),
    }),
    actionFor: (outcome, _: Batch, positions, nowMs) =>
      chatActionFor(outcome, kind, positions.length, () => [{ is: 'created' }], nowMs),
  };
}

/** Some fields of a record as a JSON body. */
export function bodyFrom(row: RecordRow, fields: readonly string[]): Uint8Array {
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.map((name) => [name, row[name]]))));
}
