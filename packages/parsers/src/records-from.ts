import type { Kind, RecordBlock, Row } from '@chatferry/contract';
import type { ReadRules } from './read-rules.ts';

/**
 * Judges rows made in code, in the caller's thread. A row's line is its number, from 1.
 *
 * @param rows objects with the service's field names; they may be changed
 * @param name what stands for the file name in problems
 */
// oxlint-disable-next-line require-yield
export async function* recordsFrom(
  kind: Kind,
  rows: Iterable<Row> | AsyncIterable<Row>,
  rules: ReadRules,
  name: string = kind,
): AsyncGenerator<RecordBlock> {
  throw new Error(`not there yet: ${name} ${typeof rows} ${rules.ids}`);
}
