import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import { recordRow } from './record-row.ts';
import type { Route } from './route.ts';

/** Bans that are lifted through `DELETE /groups/{guid}/bannedusers/{uid}`, one request each. A second send finds no ban. */
export function unbansRoute(pace: Pace): Route {
  return {
    isRepeatable: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: (batch, positions) => {
      const { guid, uid } = recordRow(batch, positions[0]!) as { guid: string; uid: string };
      return { operation: 'groups.bannedUsers.unban', path: { guid, uid } };
    },
    actionFor: (outcome, _, positions, nowMs) =>
      chatActionFor(outcome, 'unbans', positions.length, () => [{ is: 'created' }], nowMs),
  };
}
