import { ApiError } from '@chatferry/client';
import { type ChatRoute, isSet, type Kind, kinds } from '@chatferry/contract';
import { type Batch, entryOf } from '@chatferry/planner';
import type { Pace } from '../pacing/pace.ts';
import type { ServiceReader } from '../reading/service-reader.ts';
import { chatActionFor } from './chat-action.ts';
import { type RecordRow, recordRow } from './record-row.ts';
import type { Route, RouteRequest } from './route.ts';

/**
 * Records through an endpoint that takes one in each request: `POST /users`, `POST /groups`, `POST /roles`, and
 * `PUT /groups/{guid}` for descriptions. A second send is answered with "already exists", or changes nothing. When the
 * service has no code for "already exists", each record is read first. When the service may still refuse an existing record, a
 * second send finds out.
 *
 * @param isChanged see `RouteFacts`
 */
export function chatRecordsRoute(
  kind: Kind,
  { operation, path, fields, get, refusesHeld }: Extract<ChatRoute, { by: 'one' }>,
  pace: Pace,
  isChanged: (id: string) => boolean,
): Route {
  const request = (batch: Batch, positions: readonly number[]): RouteRequest => {
    const row = recordRow(batch, positions[0]!);
    const whole = { operation, body: bodyFrom(row, fields) };
    return path === undefined ? whole : { ...whole, path: textsFrom(row, path) };
  };
  return {
    isRepeatable: true,
    sendsWholeBatches: false,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request,
    actionFor: (outcome, _: Batch, positions, nowMs) =>
      chatActionFor(outcome, kind, positions.length, () => [{ is: 'created' }], nowMs),
    ...(get && {
      heldBefore: async (batch, positions, reader) => {
        const { id } = entryOf(batch, positions[0]!);
        if (isChanged(id)) return new Set();
        const held = await readIfThere(get, { path: { [kinds[kind].key]: id } as never }, reader);
        return new Set(fields.some((name) => isSet(held, name)) ? positions : []);
      },
    }),
    ...(refusesHeld && {
      refusesHeld: (batch, positions, reader) =>
        reader.isRefused(operation, request(batch, positions)),
    }),
  };
}

/** @returns no fields when the service does not hold the record */
async function readIfThere(
  get: 'roles.get' | 'groups.get',
  request: { readonly path: never },
  reader: ServiceReader,
): Promise<RecordRow> {
  try {
    return (await reader.call(get, request)).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
    return {};
  }
}

function textsFrom(row: RecordRow, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((name) => [name, row[name] as string]));
}

/** Some fields of a record as a JSON body. */
export function bodyFrom(row: RecordRow, fields: readonly string[]): Uint8Array {
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.map((name) => [name, row[name]]))));
}
