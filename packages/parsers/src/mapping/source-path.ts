/** A step of a path: a key, an index as text, every element of a list, or the value of every key of an object. */
export type Step = string | typeof EACH | typeof EACH_KEY | typeof EACH_VALUE;

export const EACH = Symbol('every element');
export const EACH_KEY = Symbol('the value of every key');
/** A step in a document tree, where a list is an object with its positions as keys, see `rowsPath`. */
export const EACH_VALUE = Symbol('every value of an object or a list');

/** The name under which rows have the key that the last `*` in `rows` matched; `^.$key` is the key of the `*` before it. */
export const KEY = '$key';

/** The row around an inner row, see `nested`: `$parent.id`; and the outermost row, which may be the row itself. */
export const PARENT = '$parent';
export const TOP = '$top';

/** The place of a value in a row, as the configuration writes it: `a.b`, `a[*].b`, `a.*`, `['a.b'].c`, `^.id`. */
export interface SourcePath {
  /** Levels to go up first: `^.` is the object around the list that the row is an element of. */
  readonly up: number;
  /** At least one. */
  readonly steps: readonly Step[];
  /** The path without the levels to go up. */
  readonly text: string;
}

const path =
  /^(?<up>(?:\^\.)*)(?!\.)(?<steps>(?:[^.[\]^]+|\[\*\]|\[\d+\]|\['[^']+'\]|\["[^"]+"\]|\.(?=[^.[]))+)$/;
const step =
  /\[\*\]|\[(?<index>\d+)\]|\['(?<single>[^']+)'\]|\["(?<double>[^"]+)"\]|(?<key>[^.[\]]+)/g;

/** Parses a path. A text in any other form is the name of a column: `Name (short)`, `..`. */
export function parsePath(text: string): SourcePath {
  const { up, steps } = path.exec(text)?.groups ?? {};
  if (up === undefined || steps === undefined) return { up: 0, steps: [text], text };
  return {
    up: up.length / 2,
    text: steps,
    steps: Array.from(steps.matchAll(step), ({ groups }): Step => {
      const { index, single, double, key } = groups!;
      return index ?? single ?? double ?? (key === '*' ? EACH_KEY : key) ?? EACH;
    }),
  };
}

/** Whether a name leads inside of a column. */
export function isPath(text: string): boolean {
  const { up, steps } = parsePath(text);
  return up > 0 || steps.length > 1 || steps[0] !== text;
}

/** The column that a path begins in; undefined for a path that leads to the parent. */
export function rootOf(text: string): string | undefined {
  const { up, steps } = parsePath(text);
  return up > 0 || typeof steps[0] !== 'string' ? undefined : steps[0];
}

/** The value at the end of some steps; a list of values when a step is `[*]` or `*`. Undefined when there is none. */
export function valueAt(from: unknown, steps: readonly Step[], first = 0): unknown {
  let inner = from;
  for (let index = first; index < steps.length; index++) {
    const at = steps[index]!;
    if (typeof at === 'string') {
      if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, at))
        return undefined;
      inner = (inner as Record<string, unknown>)[at];
    } else {
      const isKeyed = at === EACH_KEY && typeof inner === 'object' && inner !== null;
      if (at === EACH ? !Array.isArray(inner) : !isKeyed || Array.isArray(inner)) return undefined;
      const each = Object.values(inner as object) as unknown[];
      const values = each.map((value) => valueAt(value, steps, index + 1));
      const found = values.filter((value) => value !== undefined && value !== null);
      return steps.slice(index + 1).some(isEach) ? found.flat() : found;
    }
  }
  return inner;
}

/** Whether a step leads to any number of values. */
export function isEach(each: Step): boolean {
  return each === EACH || each === EACH_KEY || each === EACH_VALUE;
}
