import { isObject } from '@chatferry/contract';
import type { MessageShape } from '../account/message-shape.ts';
import { SUBCOLLECTION } from '../mapping/document-keys.ts';
import { isGeneratedId } from '../mapping/generated-ids.ts';
import { placeOf } from '../mapping/place.ts';
import { EACH, EACH_KEY, isEach, type Step } from '../mapping/source-path.ts';

/** The places of a document that are read, by all readings of it. */
export interface DocumentPlaces {
  /** Whether the document is a tree of documents. */
  readonly isTree: boolean;
  /** The places of the rows of each reading, in the order of the readings. */
  readonly rows: readonly (readonly Step[])[];
  /** For each of these, the keys of its rows that are read. */
  readonly keys: readonly ReadonlySet<string>[];
  /** Which of them is this one. */
  readonly own: number;
  /** The places of values around rows that rows read, and of values that are ignored. */
  readonly read: readonly (readonly Step[])[];
  readonly shape: MessageShape;
}

/** Keys that objects have to share for being rows: this share of those of the smaller one. */
const SHARED = 0.5;

/** Whether the values of an object are rows, each under a key of its own: several objects that are alike. */
export function areRows(values: readonly unknown[]): boolean {
  const [one, other] = values;
  return values.length > 1 && values.every(isObject) && areAlike(one as object, other as object);
}

/** How the keys of an object in a tree of documents show what its values are: documents, or further such objects. */
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
 * The place of a value that no path leads to, next to one that a path leads to.
 *
 * @param matched for each path, how many of its steps lead to the object or list around the value
 */
export function placeBeside(
  paths: readonly (readonly Step[])[],
  matched: readonly number[],
): string {
  const path = matched.findIndex((steps) => steps !== -1);
  // Only a key that tools write is on no path itself: here it is the name of a field.
  return path === -1 ? SUBCOLLECTION : placeOf(paths[path]!.slice(0, matched[path]));
}

/** The rest of a path beside a value: where the rows would be if the value were in the place of the one next to it. */
export interface RestOfPath {
  readonly steps: readonly Step[];
  /** The keys that are read of these rows. */
  readonly keys: ReadonlySet<string>;
}

/** @returns undefined where no path leads to the other values of the object by their keys */
export function restBeside(
  { rows, keys }: DocumentPlaces,
  matched: readonly number[],
): RestOfPath | undefined {
  const path = rows.findIndex((steps, index) => typeof steps[matched[index]!] === 'string');
  return path === -1
    ? undefined
    : { steps: rows[path]!.slice(matched[path]! + 1), keys: keys[path]! };
}

/** The rest of the path from the value of a key on. */
export function restInside(rest: RestOfPath | undefined, key: string): RestOfPath | undefined {
  return rest?.steps[0] === key ? { ...rest, steps: rest.steps.slice(1) } : undefined;
}

/** Whether the values of an object are rows like those of the path beside it. */
export function areRowsOf(rest: RestOfPath | undefined, values: readonly unknown[]): boolean {
  if (rest?.steps.length !== 1 || !isKeyed(rest.steps[0]!) || values.length === 0) return false;
  return values.every(
    (value) => isObject(value) && Object.keys(value).some((key) => rest.keys.has(key)),
  );
}

function isKeyed(step: Step): boolean {
  return isEach(step) && step !== EACH;
}

/** What a key says that is a whole path, `chats/c1/messages`: whether it is ignored, its place, and whether it is a document. */
export interface WholePath {
  readonly isIgnored: boolean;
  readonly place: string;
  readonly isDocument: boolean;
}

/** @returns undefined for a key that is no path */
export function wholePath(
  { isTree, read }: DocumentPlaces,
  key: string | undefined,
): WholePath | undefined {
  if (!isTree || key?.includes('/') !== true) return undefined;
  const keys = key.split('/');
  const isAt = (steps: readonly Step[]): boolean =>
    steps.length <= keys.length && steps.every((step, at) => step === keys[at] || isEach(step));
  // Collections and their documents take turns.
  const place = placeOf(keys.map((each, at) => (at % 2 === 0 ? each : EACH_KEY)));
  return { isIgnored: read.some(isAt), place, isDocument: keys.length % 2 === 0 };
}
