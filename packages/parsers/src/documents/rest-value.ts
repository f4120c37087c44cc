import { isObject, parseJson } from '@chatferry/contract';
import { place, reference } from './firestore-value.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The readers of the value types that the REST interface of Firestore writes. */
const types: Readonly<Record<string, (value: unknown) => unknown>> = {
  stringValue: (value) => value,
  booleanValue: (value) => value,
  nullValue: () => null,
  integerValue: (value) => parseJson(String(value)), // with all its digits
  doubleValue: (value) => (typeof value === 'string' ? null : value), // NaN, Infinity
  timestampValue: (value) => value,
  bytesValue: (value) => value,
  referenceValue: (value) => reference(String(value)),
  geoPointValue: (value) => {
    const { latitude = 0, longitude = 0 } = isObject(value) ? value : {};
    return place(latitude, longitude);
  },
  // An empty list has no values, and an empty map no fields.
  arrayValue: (value) => {
    const values = isObject(value) ? value['values'] : undefined;
    return Array.isArray(values) ? values.map(restValue) : [];
  },
  mapValue: (value) => restFields(isObject(value) ? value['fields'] : undefined),
};

function restValue(value: unknown): unknown {
  if (!isObject(value)) return value;
  const [type] = Object.keys(value);
  const read = type === undefined || !Object.hasOwn(types, type) ? undefined : types[type];
  return read === undefined ? value : read(value[type!]);
}

/** The fields of a document of the REST interface as plain values. */
export function restFields(fields: unknown): Fields {
  if (!isObject(fields)) return {};
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, restValue(value)]));
}
