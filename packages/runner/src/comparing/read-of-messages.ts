import { type KindDefinition, kinds } from '@chatferry/contract';
import { type HeldSource, LISTS_AT_ONCE, type OnHeld, readIfThere } from './held-list.ts';

/** How records that belong to messages are listed: a list for each message. */
type MessageList = Extract<KindDefinition['list'], { readonly ofMessages: object }>;

/** Reads the records of all messages that have any, planned or not. */
export async function readOfMessages(
  { client, kind, signal }: HeldSource,
  { operation, ofMessages }: MessageList,
  onHeld: OnHeld,
): Promise<void> {
  const { key, complete, ofMessage } = kinds[kind];
  const messages = client.list('messages.list', { query: ofMessages, signal });
  const left = messages[Symbol.asyncIterator]();
  const reader = async (): Promise<void> => {
    for (;;) {
      const next = await left.next();
      if (next.done === true) return;
      const { id, muid } = next.value;
      await readIfThere(client.list(operation, { path: { id }, signal }), (held) => {
        const row: Record<string, unknown> = { ...held, [ofMessage!]: muid };
        delete row[key];
        complete!(row);
        return onHeld(row[key] as string | undefined, held);
      });
    }
  };
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, reader));
}
