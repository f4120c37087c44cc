import { isDeepStrictEqual } from 'node:util';
import { type Input, type KindMapping, rowsPath, usedNames } from '@chatferry/parsers';
import type { FileOfKind } from '../input/input-key.ts';

/** A reading of a file: of the rows of one kind. */
interface Reading extends FileOfKind {
  readonly mapping: KindMapping;
}

/** What a reading has to know about the other kinds in its file. */
export type OtherKinds = Pick<Input, 'others' | 'otherRows' | 'otherNames' | 'inFile' | 'sharing'>;

/**
 * The other kinds that are read from the same file. If several kinds are read from the same rows, only one reading counts the
 * rows of no kind and rejects the rows that cannot be parsed, so that each row is counted once.
 */
export function otherKinds(reading: Reading, all: readonly Reading[]): OtherKinds {
  const inFile = all.filter(({ file }) => file === reading.file);
  const same = inFile.filter(({ mapping }) => placeOf(mapping) === placeOf(reading.mapping));
  const counting = same.find(({ mapping }) => mapping.when === undefined) ?? same[0];
  const rows = inFile.flatMap(({ mapping }) => mapping.rows ?? []);
  const whens = same.flatMap(({ mapping: { when } }) => (when === undefined ? [] : [when]));
  const sharing = same.filter(
    (each) => each !== reading && isDeepStrictEqual(each.mapping.when, reading.mapping.when),
  );
  const isFirst = sharing.every((each) => all.indexOf(each) > all.indexOf(reading));
  const names = sharing.flatMap(({ kind, mapping }) => usedNames(kind, mapping));
  return {
    others: counting === reading ? whens : false,
    otherRows: [...new Set(rows)],
    otherNames: [...new Set(names)],
    inFile: inFile.map(({ kind, mapping }) => ({ kind, mapping })),
    sharing: isFirst && sharing.map(({ kind, mapping }) => ({ kind, mapping })),
  };
}

/** The path of the rows, without names: two patterns may name the same keys differently. */
function placeOf({ rows }: KindMapping): string | undefined {
  return rows === undefined ? undefined : rowsPath(rows).text;
}
