import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createNewFile } from '@chatferry/disk';

/** Copies a stream to a file that only its owner can read, so that it can be fingerprinted and read again later. */
export async function spool(stream: Readable, path: string): Promise<void> {
  await pipeline(stream, createWriteStream(path, { fd: createNewFile(path) }));
}
