import { isObject, type Row } from '@chatferry/contract';
import type { Place } from './place.ts';

/** A record of an export, for any form of file. */
export interface JsonEntity<Kind extends string> extends ReadObject {
  readonly kind: Kind;
  readonly place: Place;
}

interface ReadObject {
  readonly value: Row;
  /** The text of a record that is not JSON, or no object. */
  readonly broken?: string;
}

/** The object that was read. @param broken the text of a record that is not JSON */
export function objectOrText(value: unknown, broken?: string): ReadObject {
  return isObject(value) ? { value } : { value: {}, broken: broken ?? JSON.stringify(value) };
}
