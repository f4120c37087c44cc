import type { Input } from './input.ts';
import type { KindMapping } from './mapping/kind-mapping.ts';
import { sourceNames } from './mapping/read-columns.ts';
import { inTree, isPattern, rowsPath, type RowsPath } from './mapping/rows-path.ts';
import { EACH, isEach, parsePath, type SourcePath, type Step } from './mapping/source-path.ts';

/** The place of rows inside of JSON documents, and the parts of rows that are read. */
export interface NestedLayout {
  /** Whether each line is a document. */
  readonly areLines: boolean;
  /** Whether a document is a tree of documents. */
  readonly isTree: boolean;
  /** Absent when rows are whole lines, with rows of other kinds inside. */
  readonly rows: RowsPath | undefined;
  /** The columns and paths that are read of a row. */
  readonly names: readonly string[];
  /** The same names as paths. */
  readonly read: readonly SourcePath[];
  /** The places inside of rows that are not read, as paths from the outside of the document: rows of other kinds, and ignored places. */
  readonly without: readonly (readonly Step[])[];
}

/** @returns undefined for a file whose rows are not nested */
export function nestedLayout(input: Input): NestedLayout | undefined {
  const { format, mapping = {}, others = [], otherRows = [] } = input;
  if (format === 'csv') return undefined;
  const areLines = format === 'ndjson';
  const isTree = isTreeOf(input);
  const rows = mapping.rows === undefined ? undefined : rowsIn(mapping.rows, isTree);
  const steps = rows?.steps ?? [];
  const names = [...sourceNames(mapping), ...(others || []).flatMap((when) => Object.keys(when))];
  const read = names.map(parsePath);
  const inside = otherRows.map((path) => rowsIn(path, isTree).steps);
  const ignored = isTree ? ignoredPlaces(mapping) : [];
  const without = [...listsInside(steps, inside), ...placesInside(steps, ignored)].filter(
    (list) => {
      const key = list[steps.length];
      return key === undefined || !read.some(({ up, steps: [first] }) => up === 0 && first === key);
    },
  );
  const isNested = rows !== undefined || (areLines && without.length > 0);
  return isNested ? { areLines, isTree, rows, names, read, without } : undefined;
}

/** Whether a document is a tree of documents: the rows of at least one of its kinds are named by a pattern. */
export function isTreeOf({ kind, mapping = {}, inFile = [{ kind, mapping }] }: Input): boolean {
  return inFile.some((each) => isPattern(each.mapping.rows));
}

export function rowsIn(path: string, isTree: boolean): RowsPath {
  const rows = rowsPath(path);
  return isTree ? { ...rows, steps: inTree(rows.steps) } : rows;
}

/** Places that a mapping ignores, as paths from the outside of the document. */
function ignoredPlaces({ ignore = [] }: KindMapping): (readonly Step[])[] {
  return ignore.map((name) => inTree(parsePath(name).steps));
}

function placesInside(
  rows: readonly Step[],
  places: readonly (readonly Step[])[],
): (readonly Step[])[] {
  return places.filter(
    (place) => place.length > rows.length && rows.every((step, at) => step === place[at]),
  );
}

/** The places inside of rows with rows of other kinds: a list, or the values of a row or an object where each value is a row. */
function listsInside(
  rows: readonly Step[],
  otherRows: readonly (readonly Step[])[],
): (readonly Step[])[] {
  return placesInside(rows, otherRows).map((other) => {
    const isInList =
      other.at(-1) === EACH || (isEach(other.at(-1)!) && other.length > rows.length + 1);
    return isInList ? other.slice(0, -1) : other;
  });
}
