import { type ChatRoute, type Kind, kinds } from '@chatferry/contract';
import { type Batch, entryOf } from '@chatferry/planner';
import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import { type RecordRow, recordRow } from './record-row.ts';
import type { Route } from './route.ts';

/**
 * Records through an endpoint that takes one in each request: `POST /users`, `POST /groups`, `POST /roles`, and
 * `PUT /groups/{guid}` for descriptions. A second send is answered with "already exists", or changes nothing. Where the
 * service has no code for "already exists", a record that may have landed is read first.
 */
export function chatRecordsRoute(
  kind: Kind,
  { operation, path, fields, get }: Extract<ChatRoute, { by: 'one' }>,
  pace: Pace,
): Route {
  return {
    isRepeatable: true,
    sendsWholeBatches: false,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: (batch, positions) => {
      const row = recordRow(batch, positions[0]!);
      const request = { operation, body: bodyFrom(row, fields) };
      return path === undefined ? request : { ...request, path: textsFrom(row, path) };
    },
    actionFor: (outcome, _: Batch, positions, nowMs) =>
      chatActionFor(outcome, kind, positions.length, () => [{ is: 'created' }], nowMs),
    ...(get === undefined
      ? {}
      : {
          isThere: async (batch, position, _, reader) => {
            const { id } = entryOf(batch, position);
            await reader.call(get, { path: { [kinds[kind].key]: id } as never });
            return true;
          },
        }),
  };
}

function textsFrom(row: RecordRow, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((name) => [name, row[name] as string]));
}

/** Some fields of a record as a JSON body. */
export function bodyFrom(row: RecordRow, fields: readonly string[]): Uint8Array {
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.map((name) => [name, row[name]]))));
}
