// Copies files as fast as possible: no ledger, no checks. Arguments: the folder, the base address of the files, the number of files.
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { reportUsage } from '../../processes/usage.ts';

const [folder = '', base = '', files = '0'] = process.argv.slice(2);
const AT_ONCE = 4;

mkdirSync(folder, { recursive: true });
const dispatcher = new Agent({ connections: AT_ONCE });
let next = 0;
const copyAll = async (): Promise<void> => {
  while (next < Number(files)) {
    const number = next++;
    const { body } = await request(`${base}${number}`, { dispatcher });
    const hash = createHash('sha256');
    await pipeline(
      body,
      async function* hashed(pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece);
          yield piece;
        }
      },
      createWriteStream(path.join(folder, String(number)), { flush: true }),
    );
    hash.digest('hex');
  }
};
await Promise.all(Array.from({ length: AT_ONCE }, copyAll));
await dispatcher.close();
reportUsage();
