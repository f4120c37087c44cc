import { createWriteStream, rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Copies a stream to a file that only its owner can read, so that it can be fingerprinted and read again later. */
export async function spool(stream: Readable, path: string): Promise<void> {
  rmSync(path, { force: true }); // The mode is only set on a new file.
  await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
}
