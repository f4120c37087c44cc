import type { ChatRoute, Kind } from '@chatferry/contract';
import type { Batch } from '@chatferry/planner';
import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import { listedResult } from './listed-result.ts';
import { recordRow } from './record-row.ts';
import type { Route } from './route.ts';

/**
 * Friends and blocks through `POST /users/{uid}/friends` and `…/blockedusers`: a request has the uids of one user, at most 25 in a
 * batch. A second send is answered with "already friends", or changes nothing. If it changes nothing, the user's list is read first.
 */
export function relationsRoute(
  kind: Kind,
  { operation, of, to, list, answer, listed }: Extract<ChatRoute, { by: 'relations' }>,
  pace: Pace,
): Route {
  return {
    isRepeatable: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (batch, positions) => [
      ...Map.groupBy(positions, (position) => field(batch, position, of)).values(),
    ],
    request: (batch, positions) => ({
      operation,
      path: { uid: field(batch, positions[0]!, of) },
      body: Buffer.from(
        JSON.stringify({ [list]: positions.map((position) => field(batch, position, to)) }),
      ),
    }),
    actionFor: (outcome, batch, positions, nowMs) =>
      chatActionFor(
        outcome,
        kind,
        positions.length,
        (data) => {
          const results = (answer === undefined ? data : (data as Named)[answer]) as
            | Named
            | undefined;
          return positions.map((position) =>
            listedResult(kind, results?.[field(batch, position, to)]),
          );
        },
        nowMs,
      ),
    ...(listed && {
      heldBefore: async (batch, positions, reader) => {
        const path = { uid: field(batch, positions[0]!, of) };
        const others = new Set<string>();
        for await (const { uid } of reader.listIfAllowed(listed, { path })) others.add(uid);
        return new Set(positions.filter((position) => others.has(field(batch, position, to))));
      },
    }),
  };
}

function field(batch: Batch, position: number, name: string): string {
  return recordRow(batch, position)[name] as string;
}

type Named = Readonly<Record<string, unknown>>;
