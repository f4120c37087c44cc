import { isObject, isRawJson } from '@chatferry/contract';

/** The beginning of a document's path where Firestore itself writes the path. */
export const rootOfPaths = /^projects\/[^/]+\/databases\/[^/]+\/documents\//;

/** The target of a Firestore reference: the id of a document, and its whole path. */
export function reference(path: string): object {
  const inside = path.replace(rootOfPaths, '');
  return { id: inside.slice(inside.lastIndexOf('/') + 1), path: inside };
}

/** Seconds and nanoseconds since 1970 as a text of ISO 8601, with all digits that are not zero. */
function isoTime(seconds: unknown, nanoseconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || typeof nanoseconds !== 'number') return undefined;
  const date = new Date(seconds * 1000);
  if (!Number.isInteger(seconds) || Number.isNaN(date.getTime())) return undefined;
  const fraction = String(nanoseconds).padStart(9, '0').replace(/0+$/, '');
  const whole = date.toISOString().slice(0, -'.000Z'.length);
  return `${whole}${fraction === '' ? '' : `.${fraction}`}Z`;
}

export function place(latitude: unknown, longitude: unknown): object {
  return { latitude, longitude };
}

type Fields = Readonly<Record<string, unknown>>;

/** The objects that exports write for one value of Firestore: their keys, and the value. */
const forms: readonly {
  readonly keys: readonly string[];
  readonly value: (fields: Fields) => unknown;
}[] = [
  { keys: ['_seconds', '_nanoseconds'], value: (f) => isoTime(f['_seconds'], f['_nanoseconds']) },
  { keys: ['_seconds', 'nanoseconds'], value: (f) => isoTime(f['_seconds'], f['nanoseconds']) },
  { keys: ['seconds', 'nanoseconds'], value: (f) => isoTime(f['seconds'], f['nanoseconds']) },
  { keys: ['type', 'seconds', 'nanoseconds'], value: (f) => ofWebSdk(f) },
  { keys: ['_latitude', '_longitude'], value: (f) => place(f['_latitude'], f['_longitude']) },
  { keys: ['__datatype__', 'value'], value: (f) => typed(f['__datatype__'], f['value']) },
  { keys: ['__time__'], value: (f) => f['__time__'] },
  { keys: ['__lat__', '__lon__'], value: (f) => place(f['__lat__'], f['__lon__']) },
  { keys: ['__bytes__'], value: (f) => f['__bytes__'] },
  { keys: ['__ref__'], value: (f) => textReference(f['__ref__']) },
  { keys: ['.sv'], value: () => null }, // a server timestamp that was never filled in
];

/** The Firestore value that an object of JSON means; undefined for any other object. */
function unwrapped(fields: Fields): unknown {
  const { length } = Object.keys(fields);
  const form = forms.find(
    ({ keys }) => keys.length === length && keys.every((key) => Object.hasOwn(fields, key)),
  );
  return form === undefined ? ofSdk(fields) : form.value(fields);
}

/** @param value a time is a text in exports of old versions */
function typed(type: unknown, value: unknown): unknown {
  const name = String(type).toLowerCase();
  if (name === 'documentreference') return textReference(value);
  if (name === 'timestamp' && typeof value === 'string') return value;
  return isObject(value) && (name === 'timestamp' || name === 'geopoint')
    ? unwrapped(value)
    : undefined;
}

function ofWebSdk({ type, seconds, nanoseconds }: Fields): unknown {
  return type === 'firestore/timestamp/1.0' ? isoTime(seconds, nanoseconds) : undefined;
}

function textReference(value: unknown): unknown {
  return typeof value === 'string' ? reference(value) : undefined;
}

/** A reference, from the inside of the SDK's object for it. */
function ofSdk({ _firestore: store, _path: path }: Fields): unknown {
  const segments = isObject(store) && isObject(path) ? path['segments'] : undefined;
  return Array.isArray(segments) && segments.every((each) => typeof each === 'string')
    ? reference(segments.join('/'))
    : undefined;
}

const firstKeys = new Set(forms.flatMap(({ keys }) => keys));

/** Whether an object with these keys may be one value of Firestore. */
export function mayBeValue([first]: readonly string[]): boolean {
  return first === '_firestore' || firstKeys.has(first!);
}

/** A value of a document, with all values inside of it, in a form that does not depend on the tool that wrote it. */
export function plainValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isRawJson(value)) return value;
  if (Array.isArray(value)) return value.map(plainValue);
  const own = unwrapped(value as Fields);
  if (own !== undefined) return own;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainValue(inner)]));
}
