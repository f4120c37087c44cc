import { ApiError } from '@chatferry/client';
import { kinds } from '@chatferry/contract';
import { type HeldSource, LISTS_AT_ONCE, type OnHeld } from '../held-list.ts';
import type { PartToRead } from './part-to-read.ts';

/**
 * Reads messages by the ids that the run has read.
 *
 * @returns whether all ids are known; if not, nothing was read
 */
export async function readByMessageId(
  { client, kind, records, signal }: HeldSource,
  part: PartToRead,
  onHeld: OnHeld,
): Promise<boolean> {
  const ids = new Map<string, string>();
  for await (const batch of records())
    for (const { record } of batch) {
      const muid = record()[kinds[kind].key] as string;
      const id = part.messageIdOf(muid);
      if (id === undefined) return false;
      if (id !== '') ids.set(muid, id);
    }
  const left = ids.entries();
  const reader = async (): Promise<void> => {
    for (const [muid, id] of left) {
      try {
        const { data } = await client.call('messages.get', { path: { id }, signal });
        await onHeld(muid, data);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, reader));
  return true;
}
