import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { DumpError } from './dump-error.ts';

/** Bytes that are read to find out the sort of a file. */
const HEAD_BYTES = 64 * 1024;
const CHUNK_BYTES = 1 << 20;

/** The text of a dump, with one character a byte. Compressed dumps are unpacked. @throws {DumpError} for formats that are not text */
export async function* textOf(path: string): AsyncGenerator<string> {
  const beginning = await beginningOf(path);
  refuseOthers(beginning);
  const isPacked = beginning[0] === 0x1f && beginning[1] === 0x8b;
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const stream = isPacked ? file.pipe(createGunzip({ chunkSize: CHUNK_BYTES })) : file;
  if (isPacked) file.on('error', (error) => stream.destroy(error));
  try {
    for await (const chunk of stream) yield (chunk as Buffer).toString('latin1');
  } catch (error) {
    if (!isPacked || !String((error as { code?: unknown }).code).startsWith('Z_')) throw error;
    throw new DumpError('It is compressed, and damaged or cut off.', 'Compress the dump again.');
  }
}

async function beginningOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/** The fix for a dump in a format that is not text. */
export const AS_TEXT = 'Make text of it, which needs no server: pg_restore -f dump.sql';

function refuseOthers(head: Buffer): void {
  if (head.subarray(0, 8).toString('latin1') === 'toc.dat\0')
    throw new DumpError('It is in the tar format of pg_dump.', `${AS_TEXT} FILE.`);
  if (head.subarray(0, 5).toString('latin1') === 'PGDMP')
    throw new DumpError('It is in the custom format of pg_dump.', `${AS_TEXT} FILE.`);
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff))
    throw new DumpError(
      'It is in UTF-16.',
      'Save it in UTF-8, such as with: iconv -f UTF-16 -t UTF-8.',
    );
}

/** The beginning of a dump, unpacked, with one character a byte. */
export async function headOf(path: string): Promise<string> {
  for await (const text of textOf(path)) return text.slice(0, HEAD_BYTES);
  return '';
}
