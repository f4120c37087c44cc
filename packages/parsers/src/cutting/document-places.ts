import { isObject } from '@chatferry/contract';
import type { MessageShape } from '../account/message-shape.ts';
import { SUBCOLLECTION } from '../mapping/document-keys.ts';
import { isGeneratedId } from '../mapping/generated-ids.ts';
import { placeOf } from '../mapping/place.ts';
import { EACH, EACH_KEY, isEach, type Step } from '../mapping/source-path.ts';

/** The places of a document that all its readings together read. */
export interface DocumentPlaces {
  /** Whether the document is a tree of documents. */
  readonly isTree: boolean;
  /** The places of the rows of each reading, in the order of the readings. */
  readonly rows: readonly (readonly Step[])[];
  /** For each entry of `rows`, the keys of the rows that are read. */
  readonly keys: readonly ReadonlySet<string>[];
  /** The index of this reading in `rows`. */
  readonly own: number;
  /** The places of values around rows that the mapping reads, and of ignored values. */
  readonly read: readonly (readonly Step[])[];
  readonly shape: MessageShape;
}

/** Objects are rows when they share this fraction of the keys of the smaller object. */
const SHARED = 0.5;

/** Whether the values of an object are rows, each under a key of its own: several similar objects. */
export function areRows(values: readonly unknown[]): boolean {
  const [one, other] = values;
  return values.length > 1 && values.every(isObject) && areAlike(one as object, other as object);
}

/** What the keys of an object in a tree of documents show about its values: documents, or further objects with generated keys. */
export function keyedValues(
  { isTree }: DocumentPlaces,
  members: Readonly<Record<string, unknown>>,
): 'documents' | 'maps' | undefined {
  const values = Object.values(members);
  if (!isTree || !hasGeneratedIds(members) || !values.every(isObject)) return undefined;
  return values.every((each) => hasGeneratedIds(each)) ? 'maps' : 'documents';
}

function hasGeneratedIds(object: object): boolean {
  const keys = Object.keys(object);
  return keys.length > 0 && keys.every(isGeneratedId);
}

function areAlike(one: object, other: object): boolean {
  const keys = Object.keys(one);
  const shared = keys.filter((key) => Object.hasOwn(other, key)).length;
  return shared > 0 && shared >= SHARED * Math.min(keys.length, Object.keys(other).length);
}

/**
 * The place of a value that no path leads to, beside a value that a path leads to.
 *
 * @param matched for each path, how many of its steps lead to the object or list around the value
 */
export function placeBeside(
  paths: readonly (readonly Step[])[],
  matched: readonly number[],
): string {
  const path = matched.findIndex((steps) => steps !== -1);
  // Only a key that tools write is not on any path itself: here it is the name of a field.
  return path === -1 ? SUBCOLLECTION : placeOf(paths[path]!.slice(0, matched[path]));
}

/** The rest of a path beside a value: where the rows would be if the path led through this value. */
export interface RestOfPath {
  readonly steps: readonly Step[];
  /** The keys of these rows that are read. */
  readonly keys: ReadonlySet<string>;
}

/** @returns undefined when no path leads to the other values of the object by key */
export function restBeside(
  { rows, keys }: DocumentPlaces,
  matched: readonly number[],
): RestOfPath | undefined {
  const path = rows.findIndex((steps, index) => typeof steps[matched[index]!] === 'string');
  return path === -1
    ? undefined
    : { steps: rows[path]!.slice(matched[path]! + 1), keys: keys[path]! };
}

/** The rest of the path, starting at the value of a key. */
export function restInside(rest: RestOfPath | undefined, key: string): RestOfPath | undefined {
  return rest?.steps[0] === key ? { ...rest, steps: rest.steps.slice(1) } : undefined;
}

/** Whether the values of an object are rows like the rows of the path beside it. */
export function areRowsOf(rest: RestOfPath | undefined, values: readonly unknown[]): boolean {
  if (rest?.steps.length !== 1 || !isKeyed(rest.steps[0]!) || values.length === 0) return false;
  return values.every(
    (value) => isObject(value) && Object.keys(value).some((key) => rest.keys.has(key)),
  );
}

function isKeyed(step: Step): boolean {
  return isEach(step) && step !== EACH;
}

/** A key that is a whole path, such as `chats/c1/messages`. */
export interface WholePath {
  readonly isIgnored: boolean;
  readonly place: string;
  readonly isDocument: boolean;
}

/** @returns undefined for a key that is not a path */
export function wholePath(
  { isTree, read }: DocumentPlaces,
  key: string | undefined,
): WholePath | undefined {
  if (!isTree || key?.includes('/') !== true) return undefined;
  const keys = key.split('/');
  const isAt = (steps: readonly Step[]): boolean =>
    steps.length <= keys.length && steps.every((step, at) => step === keys[at] || isEach(step));
  // Collections and their documents alternate.
  const place = placeOf(keys.map((each, at) => (at % 2 === 0 ? each : EACH_KEY)));
  return { isIgnored: read.some(isAt), place, isDocument: keys.length % 2 === 0 };
}
