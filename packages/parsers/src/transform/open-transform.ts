import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { loadCode } from './load-code.ts';
import { RowTransform, type Transform } from './row-transform.ts';

/** A file whose rows may go through a `transform`. */
export interface TransformedFile {
  readonly kind: Kind;
  readonly file: string;
  readonly mapping: KindMapping;
}

/** The number of calls so far, and the line of the last call's row, which `JudgeThread` watches. */
export const progressAt = { calls: 0, line: 1 } as const;

/**
 * Loads the `transform` of a file's rows; undefined for a mapping without one.
 *
 * @param progress memory that is shared with the caller's thread, see `progressAt`
 * @throws {Error} when the code changed since the configuration was read
 */
export async function openTransform(
  { kind, file, mapping }: TransformedFile,
  progress: Int32Array,
): Promise<RowTransform | undefined> {
  if (mapping.transform === undefined) return undefined;
  const { file: code, sha256, at } = mapping.transform;
  const loaded = await loadCode(code);
  if (loaded.sha256 !== sha256) throw new Error('The code changed while the file was read.');
  let found = loaded.value;
  for (const key of at) found = (found as Record<string, unknown>)[key];
  const onCall = (line: number): void => {
    progress[progressAt.line] = line;
    Atomics.add(progress, progressAt.calls, 1);
  };
  return new RowTransform(found as Transform, { kind, file, code: path.basename(code) }, onCall);
}
