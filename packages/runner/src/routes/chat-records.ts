import { ApiError } from '@chatferry/client';
import { type ChatRoute, type Kind, kinds } from '@chatferry/contract';
import { type Batch, entryOf } from '@chatferry/planner';
import type { Pace } from '../pacing/pace.ts';
import type { ServiceReader } from '../reading/service-reader.ts';
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
  const isThere = async (
    batch: Batch,
    position: number,
    reader: ServiceReader,
  ): Promise<boolean> => {
    try {
      await reader.call(get!, {
        path: { [kinds[kind].key]: entryOf(batch, position).id } as never,
      });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-found') return false;
      throw error;
    }
  };
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
      : { isThere: (batch, position, _, reader) => isThere(batch, position, reader) }),
  };
}

function textsFrom(row: RecordRow, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((name) => [name, row[name] as string]));
}

/** Some fields of a record as a JSON body. */
export function bodyFrom(row: RecordRow, fields: readonly string[]): Uint8Array {
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.map((name) => [name, row[name]]))));
}
