import { isObject } from '@chatferry/contract';

/** The id that a value is, or that an object has which was stored in its place: `{"_id":"u1","name":"Ann"}`. */
export function idIn(value: unknown): unknown {
  return isObject(value) && Object.hasOwn(value, '_id') ? value['_id'] : value;
}
