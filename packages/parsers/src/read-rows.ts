import type { Input } from './input.ts';
import { openChunks } from './open-chunks.ts';
import { type FileRow, fileRows } from './rows/file-rows.ts';
import { takeHeader } from './rows/take-header.ts';

/**
 * Reads the rows of a file without renaming, converting or judging them. Memory use does not grow with the file.
 *
 * @throws {InputError} when the file cannot be read further
 */
export async function* readRows(input: Input, signal?: AbortSignal): AsyncGenerator<FileRow> {
  const { chunks, dialect } = openChunks(input, signal);
  let header: readonly string[] | undefined;
  for await (const chunk of chunks) {
    if (input.format !== 'csv') yield* fileRows(chunk, undefined);
    else if (header !== undefined) yield* fileRows(chunk, { dialect: dialect(), header });
    else {
      const headed = takeHeader(chunk, dialect(), input.file);
      header = headed.header;
      yield* fileRows(headed.rest, { dialect: dialect(), header });
    }
  }
}
