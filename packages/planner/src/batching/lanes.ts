/**
 * Assigns buckets to lanes so that all lanes get about the same number of messages: the largest bucket first, each to
 * the lane that has the fewest so far. The same counts give the same result.
 *
 * @param counts number of messages, by bucket
 * @returns the lane of each bucket, by bucket; 0 for a bucket without messages
 */
export function balanceLanes(counts: Uint32Array, lanes: number): Uint16Array {
  const used: number[] = [];
  for (let bucket = 0; bucket < counts.length; bucket++) if (counts[bucket]! > 0) used.push(bucket);
  used.sort((one, other) => counts[other]! - counts[one]! || one - other);
  const laneOf = new Uint16Array(counts.length);
  const loads = new Float64Array(lanes);
  for (const bucket of used) {
    const lane = loads.indexOf(Math.min(...loads));
    laneOf[bucket] = lane;
    loads[lane]! += counts[bucket]!;
  }
  return laneOf;
}
