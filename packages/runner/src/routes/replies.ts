import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Pace } from '../pacing/pace.ts';
import { SenderPace } from '../pacing/sender-pace.ts';
import type { Batch } from '@chatferry/planner';
import type { ServiceReader } from '../reading/service-reader.ts';
import { chatActionFor } from './chat-action.ts';
import { TAKEN } from './chat-messages.ts';
import { bodyFrom } from './chat-records.ts';
import { recordRow } from './record-row.ts';
import type { Route } from './route.ts';

/**
 * Replies through `POST /messages/{id}/thread`, one request each, on behalf of their senders. The service stores a reply that is
 * sent twice as two replies, so a reply that may have landed is looked up in its thread and not sent again.
 */
export function repliesRoute(pace: Pace, ledger: Pick<LedgerStore, 'messageIds'>): Route {
  const senders = new SenderPace();
  const parentId = async (batch: Batch, position: number): Promise<string> =>
    (await ledger.messageIds.idOf(recordRow(batch, position)['parentMuid'] as string))!;
  const isInThread = async (
    batch: Batch,
    position: number,
    reader: ServiceReader,
  ): Promise<boolean> => {
    const path = { id: await parentId(batch, position) };
    const { muid } = recordRow(batch, position);
    for await (const reply of reader.listIfAllowed('messages.thread.list', { path }))
      if (reply.muid === muid) return true;
    return false;
  };
  return {
    isRepeatable: false,
    sendsWholeBatches: false,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: async (batch, positions) => {
      const row = recordRow(batch, positions[0]!);
      return {
        operation: 'messages.thread.send',
        path: { id: await parentId(batch, positions[0]!) },
        body: bodyFrom(row, TAKEN),
        onBehalfOf: row['sender'] as string,
      };
    },
    actionFor: (outcome, _, positions, nowMs) =>
      chatActionFor(outcome, 'replies', positions.length, () => [{ is: 'created' }], nowMs),
    waitMs: (batch, positions, nowMs) =>
      senders.take(recordRow(batch, positions[0]!)['sender'] as string, nowMs),
    // The ledger may be an older copy, or was lost: threads are short, and each reply is looked up before it is sent.
    isStored: isInThread,
    isThere: (batch, position, _, reader) => isInThread(batch, position, reader),
  };
}
