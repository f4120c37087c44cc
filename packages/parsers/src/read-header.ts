import type { Input } from './input.ts';
import { openChunks } from './open-chunks.ts';
import { takeHeader } from './rows/take-header.ts';

/**
 * The names of a CSV file's columns, read from its beginning.
 *
 * @returns undefined for a file without a row
 * @throws {InputError} when the beginning cannot be read
 */
export async function readHeader(input: Input): Promise<readonly string[] | undefined> {
  const { chunks, dialect } = openChunks(input);
  try {
    const first = await chunks.next();
    return first.done === true ? undefined : takeHeader(first.value, dialect(), input.file).header;
  } finally {
    await chunks.return(undefined);
  }
}
