import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';

/** Number of bytes that are read from the beginning of a file. */
const HEAD = 512 * 1024;

/** Number of bytes that are read from each place after the beginning. */
const PIECE = 128 * 1024;

/** The places after the beginning, as shares of the file. */
const PLACES = [0.35, 0.7, 1];

/** Some of the bytes of a file, decompressed. */
export interface FileSample {
  readonly head: Buffer;
  /** Pieces from the middle and the end. They begin and end anywhere. Empty for compressed files. */
  readonly pieces: readonly Buffer[];
  /** Whether `head` is the whole file. */
  readonly isWhole: boolean;
}

/** Reads a sample of a file: all of a small file, else the beginning, and some of the rest when it is not compressed. */
export async function sampleOf(path: string): Promise<FileSample> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (from: number, bytes: number): Promise<Buffer> => {
    const buffer = Buffer.alloc(Math.min(bytes, Math.max(size - from, 0)));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, from);
    return buffer.subarray(0, bytesRead);
  };
  const magic = await read(0, 4);
  const unpacker = unpackerOf(magic);
  if (unpacker !== undefined) {
    const { bytes, isWhole } = await beginningOf(createReadStream(path), unpacker);
    return { head: bytes, pieces: [], isWhole };
  }
  const head = await read(0, HEAD);
  const pieces: Buffer[] = [];
  for (const place of PLACES) {
    const from = Math.floor(((size - PIECE) * place) / 2) * 2; // even, for UTF-16
    if (from >= HEAD) pieces.push(await read(from, PIECE));
  }
  return { head, pieces, isWhole: size <= HEAD };
}

function unpackerOf(magic: Buffer): (Readable & NodeJS.WritableStream) | undefined {
  if (magic[0] === 0x1f && magic[1] === 0x8b) return createGunzip();
  if (magic.equals(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]))) return createZstdDecompress();
  return undefined;
}

/** @returns the unpacked bytes; for a damaged file, the bytes before the damage */
async function beginningOf(
  packed: Readable,
  unpacker: Readable & NodeJS.WritableStream,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const pieces: Buffer[] = [];
  let length = 0;
  packed.on('error', (error) => unpacker.destroy(error));
  try {
    for await (const piece of packed.pipe(unpacker) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      length += piece.length;
      if (length >= HEAD) return { bytes: Buffer.concat(pieces), isWhole: false };
    }
    return { bytes: Buffer.concat(pieces), isWhole: true };
  } catch {
    return { bytes: Buffer.concat(pieces), isWhole: false };
  } finally {
    packed.destroy();
    unpacker.destroy();
  }
}
