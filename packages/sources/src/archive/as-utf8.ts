import { transcode } from '@chatferry/parsers';
import type { Archive, Entry } from './archive.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** Files of text. Bytes of attachments are never changed. */
const textFile = /\.(?:json|jsonl|ndjson|csv|xml|txt|html?)$/i;

/** Whether a text begins with the byte order mark of UTF-16, as Windows programs save it. */
export function isUtf16(head: Uint8Array): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

/** An archive in which texts in UTF-16 are read as UTF-8. */
export function asUtf8(archive: Archive): Archive {
  const { inOneRead } = archive;
  const piecesOf = (entry: Entry, pieces: Bytes): Bytes =>
    textFile.test(entry.name) ? utf8Pieces(pieces, archive.placeOf(entry)) : pieces;
  return {
    ...archive,
    [Symbol.dispose]: () => archive[Symbol.dispose](),
    piecesOf: (entry) => piecesOf(entry, archive.piecesOf(entry)),
    bytesOf: async (entry) => {
      const bytes = await archive.bytesOf(entry);
      if (!isUtf16(bytes) || !textFile.test(entry.name)) return bytes;
      return Buffer.concat(await Array.fromAsync(transcode(one(bytes), archive.placeOf(entry))));
    },
    ...(inOneRead !== undefined && {
      inOneRead: async function* entries(wanted: ReadonlySet<Entry>) {
        for await (const [entry, pieces] of inOneRead(wanted))
          yield [entry, piecesOf(entry, pieces)] as const;
      },
    }),
  };
}

async function* utf8Pieces(pieces: Bytes, place: string): AsyncGenerator<Uint8Array> {
  const reader = pieces[Symbol.asyncIterator]();
  const rest: Bytes = { [Symbol.asyncIterator]: () => reader };
  try {
    const first = await reader.next();
    if (first.done === true) return;
    if (isUtf16(first.value)) {
      yield* transcode(joined(first.value, rest), place);
      return;
    }
    yield first.value;
    for await (const piece of rest) yield piece;
  } finally {
    await reader.return?.();
  }
}

async function* joined(first: Uint8Array, rest: Bytes): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
