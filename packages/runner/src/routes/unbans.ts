import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import { recordRow } from './record-row.ts';
import { isRemoved } from './removed-record.ts';
import type { Route } from './route.ts';

/**
 * Lifts bans through `DELETE /groups/{guid}/bannedusers/{uid}`, one request each. A second send finds no ban, or lifts a new ban, so
 * the bans of the group are read before a second send.
 */
export function unbansRoute(pace: Pace): Route {
  return {
    isRepeatable: true,
    freesIds: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: (batch, positions) => {
      const { guid, uid } = recordRow(batch, positions[0]!) as { guid: string; uid: string };
      return { operation: 'groups.bannedUsers.unban', path: { guid, uid } };
    },
    actionFor: (outcome, _, positions, nowMs) =>
      chatActionFor(outcome, 'unbans', positions.length, () => [{ is: 'created' }], nowMs),
    isThere: (batch, position, sinceMs, reader) =>
      isRemoved('members', { ...recordRow(batch, position), isBanned: true }, sinceMs, reader),
  };
}
