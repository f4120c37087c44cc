import { type BulkSize, messages } from '../generate/bulk-forum.ts';

/** For the muid of each reply, the muid of the first message of its thread. */
export function firstMessages(size: BulkSize): ReadonlyMap<string, string> {
  const firsts = new Map<string, string>();
  for (const { muid, data } of messages(size)) {
    const { parentMuid } = data.metadata;
    if (parentMuid !== undefined) firsts.set(muid, firsts.get(parentMuid) ?? parentMuid);
  }
  return firsts;
}
