import { ApiError } from '@chatferry/client';
import type { Batch } from '@chatferry/planner';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Pace } from '../pacing/pace.ts';
import { chatActionFor } from './chat-action.ts';
import { recordRow } from './record-row.ts';
import type { Route } from './route.ts';

/**
 * Reactions through `POST /messages/{id}/reactions/{reaction}`, one request each, on behalf of the user. A second send
 * changes nothing. The service documents no code for a reaction that exists, so one that may have landed is looked up
 * first. `reactedAt` is not sent: the service sets its own time.
 */
export function reactionsRoute(pace: Pace, ledger: Pick<LedgerStore, 'messageIds'>): Route {
  const pathOf = async (
    batch: Batch,
    position: number,
  ): Promise<{ path: { id: string; reaction: string }; uid: string }> => {
    const { muid, uid, reaction } = recordRow(batch, position) as Record<string, string>;
    const id = (await ledger.messageIds.idOf(muid!))!;
    return { path: { id, reaction: reaction! }, uid: uid! };
  };
  return {
    isRepeatable: true,
    sendsWholeBatches: true,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: async (batch, positions) => {
      const { path, uid } = await pathOf(batch, positions[0]!);
      return { operation: 'messages.reactions.add', path, onBehalfOf: uid };
    },
    actionFor: (outcome, _, positions, nowMs) =>
      chatActionFor(outcome, 'reactions', positions.length, () => [{ is: 'created' }], nowMs),
    isThere: async (batch, position, _, reader) => {
      const { path, uid } = await pathOf(batch, position);
      try {
        for await (const found of reader.list('messages.reactions.listOne', { path }))
          if (found.uid === uid) return true;
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
      }
      return false;
    },
  };
}
