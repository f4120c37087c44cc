import type { Kind, OperationName } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { EvenPace } from '../pacing/even-pace.ts';
import { chatVerdictOn } from './chat-verdict.ts';
import { type RecordRow, recordRow } from './record-row.ts';
import type { Route } from './route.ts';

/** Fields of a record that the chat endpoint takes; dates are the service's own there. */
const taken = {
  users: ['uid', 'name', 'avatar', 'link', 'role', 'metadata', 'tags'],
  groups: ['guid', 'name', 'type', 'password', 'icon', 'owner', 'metadata', 'tags'],
} as const;

const operations = {
  users: 'users.create',
  groups: 'groups.create',
} as const satisfies Partial<Record<Kind, OperationName>>;

/** Users and groups through `POST /users` and `POST /groups`, one request each; sent again, they are there already. */
export function chatRecordsRoute(kind: 'users' | 'groups', pace: EvenPace): Route {
  return {
    isRepeatable: true,
    sendsWholeBatches: false,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: (batch, positions) => ({
      operation: operations[kind],
      body: bodyFrom(recordRow(batch, positions[0]!), taken[kind]),
    }),
    verdictOn: (outcome, _: Batch, positions, nowMs) =>
      chatVerdictOn(outcome, kind, positions.length, () => [{ is: 'created' }], nowMs),
  };
}

/** Some fields of a record as a JSON body. */
export function bodyFrom(row: RecordRow, fields: readonly string[]): Uint8Array {
  return Buffer.from(JSON.stringify(Object.fromEntries(fields.map((name) => [name, row[name]]))));
}
