import { createWriteStream, rmSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../refusal.ts';

/** Keeps stdin in a file for its owner alone, so that it can be fingerprinted, and read again by a later command. */
export async function spool(
  stdin: Readable & { readonly isTTY?: boolean },
  path: string,
): Promise<void> {
  if (stdin.isTTY === true)
    throw new Refusal(
      'The input is stdin (-), and stdin is the keyboard.',
      'Send it something: zcat messages.ndjson.gz | chatferry plan - --kind messages --format ndjson',
    );
  rmSync(path, { force: true }); // The mode is only set on a new file.
  await pipeline(stdin, createWriteStream(path, { mode: 0o600 }));
}
