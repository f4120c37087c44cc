import type { KindCounts, OutcomeCounts } from './outcome.ts';

export const none: OutcomeCounts = {
  created: 0,
  present: 0,
  presentByThisJob: 0,
  presentSame: 0,
  presentDifferent: 0,
  failed: 0,
  skipped: 0,
  unresolved: 0,
};

/** `first + times × second`, for each outcome. */
export function combined(
  first: OutcomeCounts,
  second: OutcomeCounts,
  times: 1 | -1 = 1,
): OutcomeCounts {
  const sum = (name: keyof OutcomeCounts): number => first[name] + times * second[name];
  return {
    created: sum('created'),
    present: sum('present'),
    presentByThisJob: sum('presentByThisJob'),
    presentSame: sum('presentSame'),
    presentDifferent: sum('presentDifferent'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    unresolved: sum('unresolved'),
  };
}

/** Records that have an outcome. `present…` are parts of `present`. */
export function settledRecords(counts: OutcomeCounts): number {
  const { created, present, failed, skipped, unresolved } = counts;
  return created + present + failed + skipped + unresolved;
}

/** The counts of a kind after some of its records have got their outcomes. */
export function changedCounts(counts: KindCounts, change: OutcomeCounts): KindCounts {
  return { ...combined(counts, change), pending: counts.pending - settledRecords(change) };
}
