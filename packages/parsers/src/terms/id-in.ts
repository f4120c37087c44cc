import { isObject } from '@chatferry/contract';

/** The id in a value: the value itself, or the `_id` of an object that was stored instead of an id, such as `{"_id":"u1","name":"Ann"}`. */
export function idIn(value: unknown): unknown {
  return isObject(value) && Object.hasOwn(value, '_id') ? value['_id'] : value;
}
