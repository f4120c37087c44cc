/** Conversations are dealt to lanes by the bucket they fall into. */
export const BUCKETS = 65_536;

/** The bucket of a conversation, given the number that stands for it. */
export function bucketOf(conversation: number): number {
  const low = conversation >>> 0;
  const high = (conversation / 0x1_0000_0000) >>> 0;
  return Math.imul(low ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1) >>> 16;
}

/**
 * Deals buckets to lanes so that all lanes get about the same number of messages: the largest bucket first, each to
 * the lane that has least so far. The same counts give the same answer.
 *
 * @param counts messages in each bucket
 * @returns the lane of each bucket
 */
export function balanceLanes(counts: Uint32Array, lanes: number): Uint16Array {
  const used = [...counts.keys()].filter((bucket) => counts[bucket]! > 0);
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
