import type { SortedRecord, TimeSorter } from './time-sorter.ts';

/** The records of a sorter, grouped by equal time. Each group is small. */
export function* sameTimes(sorter: TimeSorter): Generator<readonly SortedRecord[]> {
  let same: SortedRecord[] = [];
  for (const { time, numbers, bytes } of sorter.inOrder()) {
    if (same.length > 0 && time !== same[0]!.time) {
      yield same;
      same = [];
    }
    same.push({ time, numbers, bytes: Buffer.from(bytes) });
  }
  if (same.length > 0) yield same;
}
