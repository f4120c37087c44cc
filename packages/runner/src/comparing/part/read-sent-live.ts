import { type HeldSource, type OnHeld } from '../held-list.ts';
import { type AppList, entryTaker } from '../list-entries.ts';
import { Parents } from '../parents.ts';
import type { PartToRead } from './part-to-read.ts';

/** How far the clocks of the service and of this machine may be apart. */
const CLOCKS_APART_S = 10 * 60;

/**
 * Reads the messages of the period in which the records were sent: messages sent live have the time of sending.
 *
 * @returns whether this period and all replied-to messages are known; if not, nothing was read
 */
export async function readSentLive(
  source: HeldSource,
  list: AppList,
  part: PartToRead,
  onHeld: OnHeld,
): Promise<boolean> {
  const { client, kind, records, signal } = source;
  const span = part.sentBetween(kind);
  if (span === undefined) return false;
  let parents: Parents | undefined;
  if (list.parent !== undefined) {
    const known = new Map<unknown, string>();
    for await (const batch of records())
      for (const { record } of batch) {
        const muid = record()[list.parent.field] as string;
        const id = part.messageIdOf(muid);
        if (id === undefined) return false;
        known.set(id, muid);
      }
    parents = new Parents(list.parent, source, known);
  }
  const take = entryTaker(kind, list, parents, onHeld);
  const query = {
    ...list.query,
    fromTimestamp: Math.max(span.from - CLOCKS_APART_S, 1),
    toTimestamp: span.to + CLOCKS_APART_S,
  };
  for await (const message of client.list('messages.list', { query, signal })) await take(message);
  return true;
}
