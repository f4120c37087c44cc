import type { MessageShape } from '../account/message-shape.ts';
import { placeOf } from '../account/place.ts';
import { EACH_KEY, type Step } from '../mapping/source-path.ts';

/** The places of a document that are read, by all readings of it. */
export interface DocumentPlaces {
  /** Of the rows of each reading, in the order of the readings. */
  readonly rows: readonly (readonly Step[])[];
  /** Which of them is this one. */
  readonly own: number;
  /** Of values around rows that rows read, and of those that are ignored. */
  readonly read: readonly (readonly Step[])[];
  readonly shape: MessageShape;
}

/** Keys that objects have to share for being rows: this share of those of the smaller one. */
const SHARED = 0.5;

/** Whether the values of an object are rows, each under a key of its own: several objects that are alike. */
export function areRows(values: readonly unknown[]): boolean {
  const [one, other] = values;
  return (
    values.length > 1 && values.every(isPlainObject) && areAlike(one as object, other as object)
  );
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areAlike(one: object, other: object): boolean {
  const keys = Object.keys(one);
  const shared = keys.filter((key) => Object.hasOwn(other, key)).length;
  return shared > 0 && shared >= SHARED * Math.min(keys.length, Object.keys(other).length);
}

/**
 * The place of a value that no path leads to, next to one that a path leads to.
 *
 * @param matched for each path, how many of its steps lead to the object or list around the value
 */
export function placeBeside(
  paths: readonly (readonly Step[])[],
  matched: readonly number[],
): string {
  const path = matched.findIndex((steps) => steps !== -1);
  return placeOf(paths[path]!.slice(0, matched[path]));
}

/** What a path has after the step that leads elsewhere than to the value: where rows of the value would be. */
export function restBeside(
  rows: readonly (readonly Step[])[],
  matched: readonly number[],
): readonly Step[] {
  for (const [index, path] of rows.entries()) {
    const steps = matched[index]!;
    if (steps !== -1 && typeof path[steps] === 'string') return path.slice(steps + 1);
  }
  return [];
}

/** Whether the values of an object are rows by the path of others. */
export function leadsToValues(rest: readonly Step[]): boolean {
  return rest.length === 1 && rest[0] === EACH_KEY;
}
