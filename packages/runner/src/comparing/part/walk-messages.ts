import { idHash, kinds, limits, type Row } from '@chatferry/contract';
import { type HeldSource, LISTS_AT_ONCE, type OnHeld } from '../held-list.ts';
import { type AppList, entryTaker, type TakeEntry } from '../list-entries.ts';
import { lookElsewhere } from './look-elsewhere.ts';
import { GapWorthReading } from './gap-worth-reading.ts';
import { isCheaper, type PartToRead } from './part-to-read.ts';
import { type Stretch, stretches } from './stretches.ts';

/**
 * Reads messages at their planned times. A wanted message that is not found at its time is searched for elsewhere.
 *
 * @returns whether this takes less time than the whole list; if not, nothing was read
 */
export async function walkMessages(
  source: HeldSource,
  list: AppList,
  part: PartToRead,
  onHeld: OnHeld,
): Promise<boolean> {
  const { kind } = source;
  const known = part.known(kind);
  const wanted = await timesOf(source, known);
  if (wanted === undefined) return false;
  const { times, hashes } = wanted;
  const gap = new GapWorthReading();
  if (!isCheaper(requestsFor(stretches(times, hashes, () => gap.longestS)), times.length, known))
    return false;

  const take = entryTaker(kind, list, undefined, onHeld);
  const missing = new Set<number>();
  const left = stretches(times, hashes, () => gap.longestS);
  const reader = async (): Promise<void> => {
    for (const stretch of left)
      for (const hash of await readStretch(source, list, stretch, gap, take)) missing.add(hash);
  };
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, reader));
  // A deleted message is missing everywhere.
  if (kinds[kind].isRemoval !== true) await lookElsewhere(source, list, missing, take);
  return true;
}

/** About how many requests the walk makes, at most. */
function requestsFor(all: Iterable<Stretch>): number {
  let requests = 0;
  for (const { hashes } of all) requests += Math.ceil(hashes.length / limits.pageSize);
  return requests;
}

/** The times and id hashes of the records; undefined when there are so many that the whole list takes less time. */
async function timesOf(
  { kind, records }: HeldSource,
  known: number,
): Promise<{ times: Float64Array; hashes: Float64Array } | undefined> {
  const times: number[] = [];
  const hashes: number[] = [];
  for await (const batch of records()) {
    for (const { id, record } of batch) {
      const time = record()[kinds[kind].time ?? 'sentAt'];
      if (time === undefined) continue; // The removal of a reply.
      times.push(time as number);
      hashes.push(idHash(id));
    }
    if (!isCheaper(0, times.length, known)) return undefined;
  }
  return { times: Float64Array.from(times), hashes: Float64Array.from(hashes) };
}

/**
 * Reads a stretch until all its messages are found, or to its end.
 * @returns the hashes of the messages that were not found
 */
async function readStretch(
  { client, kind, signal }: HeldSource,
  { query }: AppList,
  { from, to, hashes }: Stretch,
  gap: GapWorthReading,
  take: TakeEntry,
): Promise<ReadonlySet<number>> {
  const { key } = kinds[kind];
  const left = new Set(hashes);
  // When two ids share a hash, only the end of the list shows whether both were found.
  const endsEarly = left.size === hashes.length;
  // The result is the same whether the service includes or excludes the limits.
  const times = { fromTimestamp: Math.max(from - 1, 1), toTimestamp: to + 1 };
  let listed = 0;
  for await (const message of client.list('messages.list', {
    query: { ...query, ...times },
    signal,
  })) {
    listed++;
    await take(message);
    const id = (message as Row)[key];
    if (typeof id === 'string' && left.delete(idHash(id)) && left.size === 0 && endsEarly) break;
  }
  const found = hashes.length - left.size;
  gap.take(listed - found, times.toTimestamp - times.fromTimestamp + 1);
  return left;
}
