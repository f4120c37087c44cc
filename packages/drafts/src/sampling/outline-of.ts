import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { plainPieces } from '@chatferry/parsers';
import { JsonOutline } from './json-outline.ts';

/** Maximum bytes of a JSON document that are read: its lists may be anywhere. */
const MOST_BYTES = 256 * 1024 * 1024;

/** The outline of a JSON file: its documents, and whether the file was read to its end. */
export async function outlineOf(
  path: string,
  encoding: string,
): Promise<{
  readonly documents: readonly unknown[];
  readonly isBroken: boolean;
  readonly isWhole: boolean;
}> {
  const outline = new JsonOutline();
  const decoder = new TextDecoder();
  let bytes = 0;
  let isCut = false;
  try {
    for await (const piece of plainPieces(utf8Of(await unpacked(path), encoding))) {
      outline.feed(decoder.decode(piece, { stream: true }));
      bytes += piece.length;
      isCut = bytes >= MOST_BYTES;
      if (isCut || outline.isBroken) break;
    }
  } catch {
    return { documents: outline.documents, isBroken: true, isWhole: false };
  }
  return { documents: outline.documents, isBroken: outline.isBroken, isWhole: !isCut };
}

async function* utf8Of(
  pieces: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') return yield* pieces;
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }));
}

export async function unpacked(path: string): Promise<AsyncIterable<Buffer>> {
  await using file = await open(path);
  const magic = Buffer.alloc(4);
  await file.read(magic, 0, 4, 0);
  const packed = createReadStream(path);
  if (magic[0] === 0x1f && magic[1] === 0x8b) return packed.pipe(createGunzip());
  if (magic[0] === 0x28 && magic[1] === 0xb5) return packed.pipe(createZstdDecompress());
  return packed;
}
