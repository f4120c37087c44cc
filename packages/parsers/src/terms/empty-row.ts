import type { Row } from '@chatferry/contract';

/**
 * Makes a row without a prototype, so that a key `__proto__` is a key like any other. Filling, reading and writing such a row is three
 * times as fast as with `Object.create(null)`, which is a hash table.
 */
export const EmptyRow = function EmptyRow() {} as unknown as new () => Row;

EmptyRow.prototype = Object.setPrototypeOf({}, null) as Row;
