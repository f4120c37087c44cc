import type { Problem } from '@chatferry/contract';
import type { Input } from './read-records.ts';

/**
 * One row as its file has it: column names and texts for CSV, the parsed object for JSON and NDJSON.
 * `line` is 1-based; `text` is the row's own text.
 */
export type FileRow =
  | { readonly line: number; readonly text: string; readonly row: Record<string, unknown> }
  | { readonly line: number; readonly text: string; readonly problem: Problem };

/**
 * Reads the rows of a file without mapping or judging them.
 *
 * @throws {InputError} when the file cannot be read on
 */
// oxlint-disable-next-line require-yield
export async function* readRows(input: Input, signal?: AbortSignal): AsyncGenerator<FileRow> {
  throw new Error(`not there yet: ${input.file} ${signal?.aborted}`);
}
