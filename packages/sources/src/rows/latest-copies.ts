import type { SortedRecord, TimeSorter } from './time-sorter.ts';

/** A record of which an export may have several copies. Its bytes are its own. */
export interface Copy<Value> extends SortedRecord {
  readonly value: Value;
}

/**
 * Records in the order of their times, each once: of the copies that files have of a record, which have the same time, the
 * latest one. Memory use grows only with the records of one time.
 *
 * @param sorter 0 is the time of a record that has none @param idOf of a record; undefined where it has none, and is no copy @param isLater whether a copy replaces another one
 * @param onOther is called for each copy that is not returned
 * @param order compares records of one time; without it they are in the order in which they were added
 */
export function* latestCopies<Value>(
  sorter: TimeSorter,
  read: (record: SortedRecord) => Value,
  {
    idOf,
    isLater,
    onOther,
    order,
  }: {
    readonly idOf: (value: Value) => string | undefined;
    readonly isLater: (one: Copy<Value>, other: Copy<Value>) => boolean;
    readonly onOther: (other: Copy<Value>) => void;
    readonly order?: (one: Copy<Value>, other: Copy<Value>) => number;
  },
): Generator<Copy<Value>> {
  let time: number | undefined;
  let copies: Copy<Value>[] = [];
  let byId = new Map<string, number>();
  for (const record of sorter.inOrder()) {
    if (record.time !== time) {
      yield* order === undefined ? copies : copies.toSorted(order);
      time = record.time;
      copies = [];
      byId = new Map();
    }
    // Those without a time are not copies of each other, and may be any number.
    if (record.time === 0) {
      yield { ...record, value: read(record) };
      continue;
    }
    const copy = { ...record, bytes: Buffer.from(record.bytes), value: read(record) };
    const id = idOf(copy.value);
    const known = id === undefined ? undefined : byId.get(id);
    if (known === undefined) {
      if (id !== undefined) byId.set(id, copies.length);
      copies.push(copy);
    } else if (isLater(copy, copies[known]!)) {
      onOther(copies[known]!);
      copies[known] = copy;
    } else onOther(copy);
  }
  yield* order === undefined ? copies : copies.toSorted(order);
}
