import type { Readable } from 'node:stream';
import type { Kind, RecordBlock } from '@chatferry/contract';
import type { KindMapping } from './mapping/kind-mapping.ts';
import type { ReadRules } from './read-rules.ts';
import type { Format } from './recognise-file.ts';

/** A file, or anything else that gives bytes. */
export interface Input {
  /** As the user named it; problems are told with it. */
  readonly file: string;
  readonly kind: Kind;
  readonly format: Format;
  /** Raw bytes, compressed or not. */
  readonly bytes: Readable;
  readonly mapping?: KindMapping;
}

/**
 * Reads a file to its end as blocks of judged records, in file order. Memory use does not grow with the file.
 *
 * A bad row is part of its block. Breaking out of the loop closes the stream and its threads.
 *
 * @throws {InputError} when the file cannot be read on; the blocks before that point have been given
 */
// oxlint-disable-next-line require-yield
export async function* readRecords(
  input: Input,
  rules: ReadRules,
  signal?: AbortSignal,
): AsyncGenerator<RecordBlock> {
  throw new Error(`not there yet: ${input.file} ${rules.ids} ${signal?.aborted}`);
}
