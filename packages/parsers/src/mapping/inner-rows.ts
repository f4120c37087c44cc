import { isObject, type Row } from '@chatferry/contract';
import { EACH, parsePath, type SourcePath, KEY, type Step } from './source-path.ts';
import { OWN_VALUE, placedInside } from './source-row.ts';

/** Finds rows of the same kind inside of rows, such as replies to replies. */
export class InnerRows {
  readonly #lists: readonly (readonly [string, SourcePath])[];
  /** Paths at which rows contained further rows, and that were not returned before. */
  readonly #found = new Set<string>();

  /** @param paths that lead to the elements of lists, or to the values of objects */
  constructor(paths: readonly string[]) {
    this.#lists = paths.map((path) => [path, parsePath(path)]);
  }

  /** The rows directly inside of a row, which can read that row as `$parent`. */
  of(row: Row): Row[] {
    return this.#lists.flatMap(([path, { steps }]) => {
      const rows = this.#at(row, steps, row);
      if (rows.length > 0) this.#found.add(path);
      return rows;
    });
  }

  /** The paths at which rows contained further rows since the last call. */
  takeFound(): readonly string[] {
    const found = [...this.#found];
    this.#found.clear();
    return found;
  }

  /** The row without the rows inside of it. */
  without(row: Row): Row {
    return this.#lists.reduce<Row>((each, [, { steps }]) => emptied(each, steps) as Row, row);
  }

  #at(from: unknown, [step, ...others]: readonly Step[], outer: Row): Row[] {
    if (typeof from !== 'object' || from === null) return [];
    if (typeof step === 'string') {
      return Object.hasOwn(from, step) ? this.#at((from as Row)[step], others, outer) : [];
    }
    if (Array.isArray(from) !== (step === EACH)) return [];
    const entries = Object.entries(from).filter(([, value]) => value !== null);
    if (others.length > 0) return entries.flatMap(([, value]) => this.#at(value, others, outer));
    return entries.map(([key, value]: [string, unknown]) => {
      const row = isObject(value) ? value : { [OWN_VALUE]: value };
      return placedInside(outer, step === EACH ? row : { [KEY]: key, ...row });
    });
  }
}

/** A copy with null instead of the lists of rows at the end of a path. */
function emptied(from: unknown, [step, ...others]: readonly Step[]): unknown {
  if (typeof from !== 'object' || from === null || step === undefined) return from;
  if (typeof step === 'string') {
    if (!Object.hasOwn(from, step)) return from;
    const copy = Array.isArray(from) ? [...(from as unknown[])] : { ...from };
    return Object.assign(copy, { [step]: emptied((from as Row)[step], others) });
  }
  if (Array.isArray(from) !== (step === EACH)) return from;
  if (others.length === 0) return null;
  if (Array.isArray(from)) return from.map((each) => emptied(each, others));
  return Object.fromEntries(
    Object.entries(from).map(([key, value]) => [key, emptied(value, others)]),
  );
}
