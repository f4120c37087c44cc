import type { KindMapping, When } from '@chatferry/parsers';
import type { FileOfKind } from '../input/input-key.ts';

/** A reading of a file: of the rows of one kind. */
interface Reading extends FileOfKind {
  readonly mapping: KindMapping;
}

/**
 * The `when` of the other kinds that are read from the same rows of a file, for the one reading that counts the rows of
 * no kind and rejects those that cannot be parsed; false for every other reading. So each row is counted once.
 */
export function otherKinds(reading: Reading, all: readonly Reading[]): readonly When[] | false {
  const same = all.filter(
    ({ file, mapping }) => file === reading.file && mapping.rows === reading.mapping.rows,
  );
  const counting = same.find(({ mapping }) => mapping.when === undefined) ?? same[0];
  if (counting !== reading) return false;
  return same.flatMap(({ mapping: { when } }) => (when === undefined ? [] : [when]));
}
