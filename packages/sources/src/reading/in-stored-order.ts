import type { Archive, Entry } from '../archive/archive.ts';

/** Entries with all of their bytes, each once, in the order that costs least. */
export async function* inStoredOrder(
  archive: Archive,
  wanted: readonly Entry[],
): AsyncGenerator<readonly [Entry, Uint8Array]> {
  if (archive.inOneRead === undefined)
    for (const entry of wanted) yield [entry, await archive.bytesOf(entry)];
  else
    for await (const [entry, pieces] of archive.inOneRead(new Set(wanted)))
      yield [entry, Buffer.concat(await Array.fromAsync(pieces))];
}
