/** A time in which wanted messages are close together, UNIX seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Hashes of the ids of its messages. */
  readonly hashes: Float64Array;
}

/**
 * Divides wanted messages by the gaps between their times.
 *
 * @param times UNIX seconds
 * @param hashes of the ids, in the same order
 * @param longestGapS the longest gap between two messages of one stretch, in seconds; called again for each gap
 */
export function* stretches(
  times: Float64Array,
  hashes: Float64Array,
  longestGapS: () => number,
): Generator<Stretch, void> {
  const order = Uint32Array.from(times, (_, index) => index).toSorted(
    (one, other) => times[one]! - times[other]!,
  );
  for (let first = 0, next = 1; first < order.length; next++) {
    const last = times[order[next - 1]!]!;
    if (next < order.length && times[order[next]!]! - last <= longestGapS()) continue;
    yield {
      from: times[order[first]!]!,
      to: last,
      hashes: Float64Array.from(order.subarray(first, next), (index) => hashes[index]!),
    };
    first = next;
  }
}
