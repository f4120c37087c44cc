import type { Batch } from '@chatferry/planner';
import type { ServiceReader } from '../reading/service-reader.ts';
import { conversationMessages } from './conversation-messages.ts';
import { recordRow } from './record-row.ts';

/**
 * The muids that each conversation held before this run first sent to it. A planned message with such a muid was sent by an
 * earlier run that this ledger does not know: the ledger is an older copy, or was lost and begun again.
 */
export class StoredMuids {
  readonly #byConversation = new Map<string, Set<string>>();

  /** Reads a conversation the first time it is asked for. @throws {ApiError} when it cannot be read */
  async has(batch: Batch, position: number, reader: ServiceReader): Promise<boolean> {
    const row = recordRow(batch, position) as Record<string, string>;
    const conversation = conversationOf(row);
    let muids = this.#byConversation.get(conversation);
    if (muids === undefined) {
      muids = new Set();
      for await (const { muid } of conversationMessages(row, { limit: PAGE }, reader))
        if (typeof muid === 'string') muids.add(muid);
      this.#byConversation.set(conversation, muids);
    }
    // Each muid is asked for once, so it is deleted to keep the set small.
    return muids.delete(row['muid']!);
  }
}

const PAGE = 1000;

function conversationOf({ sender, receiver, receiverType }: Record<string, string>): string {
  return JSON.stringify(
    receiverType === 'group'
      ? [receiver]
      : [sender, receiver].toSorted((a, b) => (a! < b! ? -1 : 1)),
  );
}
