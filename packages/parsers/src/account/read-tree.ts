import { inTree, isPattern, rowsPath } from '../mapping/rows-path.ts';
import { targetsOf } from '../mapping/targets.ts';
import {
  EACH,
  EACH_KEY,
  EACH_VALUE,
  isPath,
  parsePath,
  type Step,
} from '../mapping/source-path.ts';
import { madeFields, sourceNames } from '../mapping/read-columns.ts';
import type { KindReading } from './message-shape.ts';

/** The parts of a value that are read. */
export interface ReadNode {
  /** Whether the whole value is read or ignored. */
  isWhole: boolean;
  readonly steps: Map<Step, ReadNode>;
}

/**
 * Paths under `ignore` that lead from the outside of a document into its rows, shortened so that they begin at a row.
 *
 * @param rows the path of the rows
 */
export function ignoredInside(
  rows: string | undefined,
  readings: readonly KindReading[],
): (readonly Step[])[] {
  if (rows === undefined) return [];
  const ignored = readings.flatMap(({ mapping }) => mapping.ignore ?? []);
  return inside(
    rowsPath(rows).steps,
    ignored.map((name) => parsePath(name).steps),
  );
}

/** The places inside of rows where rows of other kinds are, which have accounts of their own. @param rows the path of the rows */
export function othersInside(
  rows: string | undefined,
  readings: readonly KindReading[],
): (readonly Step[])[] {
  const others = readings.flatMap(({ mapping }) => mapping.rows ?? []);
  return inside(
    rows === undefined ? [] : rowsPath(rows).steps,
    others.filter((path) => !isPattern(path)).map((path) => rowsPath(path).steps),
  );
}

/** The paths that lead into rows, shortened so that they begin at a row. */
function inside(rows: readonly Step[], paths: readonly (readonly Step[])[]): (readonly Step[])[] {
  const leadsIn = (steps: readonly Step[]): boolean =>
    rows.every((step, at) => step === (step === EACH_VALUE ? inTree(steps) : steps)[at]);
  return paths
    .filter((steps) => steps.length > rows.length && leadsIn(steps))
    .map((steps) => steps.slice(rows.length));
}

/**
 * The columns whose values must be checked: only parts of them are read, or nothing is read although the kind has a field of this name.
 * All other columns are read or ignored as a whole, or refused.
 *
 * @param readings all kinds that are made from these rows
 * @param decided places inside of rows that are ignored, or that are rows of other kinds
 */
export function partlyRead(
  readings: readonly KindReading[],
  decided: readonly (readonly Step[])[] = [],
): ReadonlyMap<string, ReadNode> {
  const isWhole = (name: string): boolean =>
    readings.some((each) => takesWhole(each, name)) ||
    decided.some((steps) => steps.length === 1 && steps[0] === name);
  const columns = new Map<string, ReadNode>();
  const named = readings
    .flatMap(({ mapping }) => [...sourceNames(mapping), ...(mapping.ignore ?? [])])
    .filter(isPath)
    .map(parsePath);
  for (const { up, steps } of [...named, ...decided.map((each) => ({ up: 0, steps: each }))]) {
    const [root] = steps;
    if (up > 0 || typeof root !== 'string' || isWhole(root)) continue;
    let node = columns.get(root) ?? emptyNode();
    columns.set(root, node);
    for (const step of steps.slice(1)) {
      const next = node.steps.get(step) ?? emptyNode();
      node.steps.set(step, next);
      node = next;
    }
    node.isWhole = true;
  }
  for (const { kind, mapping } of readings)
    for (const name of namesOfMade({ kind, mapping }))
      if (!isWhole(name) && !columns.has(name)) columns.set(name, emptyNode());
  return columns;
}

function emptyNode(): ReadNode {
  return { isWhole: false, steps: new Map() };
}

/** Whether a kind reads or ignores a column as a whole, by its name. */
function takesWhole({ kind, mapping }: KindReading, name: string): boolean {
  const { columns = {}, ignore = [] } = mapping;
  if (Object.hasOwn(columns, name) || ignore.includes(name)) return true;
  if (sourceNames(mapping).includes(name)) return true;
  const made = madeFields(kind, mapping);
  const targets = targetsOf(kind, name, {}) ?? [];
  return targets.some(({ field }) => !made.has(field));
}

/** Columns with the name of a field that a rule makes from other columns. */
function namesOfMade({ kind, mapping }: KindReading): string[] {
  const made = madeFields(kind, mapping);
  return ['text', ...made].filter((name) =>
    (targetsOf(kind, name, {}) ?? []).some(({ field }) => made.has(field)),
  );
}

/** The parts that are read of the value at a step; undefined when nothing is read. */
export function nodeAt(node: ReadNode, key: string, isList: boolean): ReadNode | undefined {
  return node.steps.get(key) ?? node.steps.get(isList ? EACH : EACH_KEY);
}
