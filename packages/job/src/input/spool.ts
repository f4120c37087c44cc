import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createNewFile } from '@chatferry/disk';

/** Copies a stream to a file that only its owner can read, so that it can be fingerprinted and read again later. */
export async function spool(stream: Readable, path: string, signal?: AbortSignal): Promise<void> {
  const file = createWriteStream(path, { fd: createNewFile(path) });
  await pipeline(stream, file, signal === undefined ? {} : { signal });
}
