import type { Batch } from '@chatferry/planner';
import type { Pace } from '../pacing/pace.ts';
import type { ServiceReader } from '../reading/service-reader.ts';
import { SenderPace } from '../pacing/sender-pace.ts';
import { bodyFrom } from './chat-records.ts';
import { chatActionFor } from './chat-action.ts';
import { CLOCKS_APART_MS } from './clocks-apart.ts';
import { conversationMessages } from './conversation-messages.ts';
import { recordRow } from './record-row.ts';
import type { Route } from './route.ts';
import { StoredMuids } from './stored-muids.ts';

/** The fields that are sent. `sentAt`, `deliveredAt` and `readAt` are not: the service sets the times of live messages itself. */
export const TAKEN: readonly string[] = [
  'muid',
  'receiver',
  'receiverType',
  'category',
  'type',
  'data',
  'tags',
];

/**
 * Messages through `POST /messages`, one request each, on behalf of their senders. The service stores a message that is sent
 * twice as two messages, so a message that may have landed is looked up and not sent again.
 */
export function chatMessagesRoute(pace: Pace): Route {
  const senders = new SenderPace();
  const stored = new StoredMuids();
  return {
    isRepeatable: false,
    sendsWholeBatches: false,
    pace,
    requestsFor: (_, positions) => positions.map((position) => [position]),
    request: (batch, positions) => {
      const row = recordRow(batch, positions[0]!);
      return {
        operation: 'messages.send',
        body: bodyFrom(row, TAKEN),
        onBehalfOf: row['sender'] as string,
      };
    },
    actionFor: (outcome, _, positions, nowMs) =>
      chatActionFor(outcome, 'messages', positions.length, () => [{ is: 'created' }], nowMs),
    waitMs: (batch, positions, nowMs) =>
      senders.take(recordRow(batch, positions[0]!)['sender'] as string, nowMs),
    isStored: (batch, position, reader) => stored.has(batch, position, reader),
    isThere,
  };
}

/** Reads the conversation from shortly before the message was sent. */
async function isThere(
  batch: Batch,
  position: number,
  sinceMs: number,
  reader: ServiceReader,
): Promise<boolean> {
  const row = recordRow(batch, position) as Record<string, string>;
  const query = { fromTimestamp: Math.floor((sinceMs - CLOCKS_APART_MS) / 1000), limit: 100 };
  for await (const { muid } of conversationMessages(row, query, reader))
    if (muid === row['muid']) return true;
  return false;
}
