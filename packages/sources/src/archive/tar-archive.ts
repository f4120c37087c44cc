import { createReadStream, openSync, readSync, closeSync, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { SourceError } from '../errors/source-error.ts';
import type { Archive, Entry } from './archive.ts';
import { byName, digestOf, isAdded, type ListedEntry, wrapperOf } from './listing.ts';
import { cutOff, hostile, outside, refuseExpansion, shown } from './refuse.ts';

/** A file in a tar archive. */
interface TarredEntry extends ListedEntry {
  /** Its name in the archive. */
  readonly fullName: string;
}

/**
 * Opens a tar archive, with or without gzip. A tar archive has no directory and is read in order: once to list it, and
 * once for all entries that `inOneRead` reads together.
 *
 * @throws {SourceError} for a damaged or hostile archive
 */
export async function openTar(file: string): Promise<Archive> {
  const all: TarredEntry[] = [];
  const fileSize = statSync(file).size;
  let bytes = 0;
  for await (const { header } of entriesIn(file)) {
    const { name, type, size = 0, mtime } = header;
    const fullName = name.replace(/^(\.\/)+/, '');
    if (fullName.startsWith('/') || fullName.split('/').includes('..')) throw outside(file, name);
    if (type === 'symlink' || type === 'link')
      throw hostile(file, `its entry ${shown(name)} is a link`);
    if (type === 'fifo' || type === 'character-device' || type === 'block-device')
      throw hostile(file, `its entry ${shown(name)} is a device or a pipe`);
    bytes += size;
    refuseExpansion(bytes, file, fileSize);
    if (type === 'file' || type === 'contiguous-file')
      all.push({ name: fullName, fullName, bytes: size, state: mtime?.getTime() ?? 0 });
  }
  const own = all.filter(({ fullName }) => !isAdded(fullName));
  const wrapper = wrapperOf(own.map(({ fullName }) => fullName));
  const entries = own
    .map((entry) => ({ ...entry, name: entry.fullName.slice(wrapper.length) }))
    .toSorted(byName);
  for (const [index, { name, fullName }] of entries.entries())
    if (index > 0 && entries[index - 1]!.name === name)
      throw hostile(file, `it has two entries named ${shown(fullName)}`);

  const inOneRead = async function* inOneRead(
    wanted: ReadonlySet<Entry>,
  ): AsyncGenerator<readonly [Entry, AsyncIterable<Uint8Array>]> {
    const byFullName = new Map(
      entries.flatMap((entry) => (wanted.has(entry) ? [[entry.fullName, entry] as const] : [])),
    );
    let left = byFullName.size;
    if (left === 0) return;
    for await (const { header, body } of entriesIn(file)) {
      const entry = byFullName.get(header.name.replace(/^(\.\/)+/, ''));
      if (entry === undefined) continue;
      yield [entry, body];
      if (--left === 0) return;
    }
  };
  const piecesOf = async function* piecesOf(entry: Entry): AsyncGenerator<Uint8Array> {
    for await (const [, body] of inOneRead(new Set([entry]))) yield* body;
  };
  return {
    path: file,
    entries,
    digest: digestOf(entries),
    placeOf: ({ name }) => `${file}/${wrapper}${name}`,
    fileOf: () => undefined,
    bytesOf: async (entry) => Buffer.concat(await Array.fromAsync(piecesOf(entry))),
    piecesOf,
    inOneRead,
    [Symbol.dispose]: () => {},
  };
}

/** The entry that is being read. */
interface OpenEntry {
  readonly header: {
    readonly name: string;
    readonly type?: string | null | undefined;
    readonly size?: number | undefined;
    readonly mtime?: Date | undefined;
  };
  readonly body: AsyncIterable<Uint8Array>;
}

async function* entriesIn(file: string): AsyncGenerator<OpenEntry> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const unpacked = isGzip(file) ? source.pipe(createGunzip({ chunkSize: 256 * 1024 })) : source;
  const entries = extract();
  for (const stream of [source, unpacked])
    stream.on('error', (error: Error) => entries.destroy(error));
  unpacked.pipe(entries);
  try {
    for await (const entry of entries) {
      yield { header: entry.header, body: entry as AsyncIterable<Uint8Array> };
      entry.resume();
    }
  } catch (error) {
    throw error instanceof SourceError ? error : cutOff(file, (error as Error).message, error);
  } finally {
    source.destroy();
  }
}

function isGzip(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(2);
    readSync(descriptor, head, 0, 2, 0);
    return head.readUInt16BE(0) === 0x1f8b;
  } finally {
    closeSync(descriptor);
  }
}
