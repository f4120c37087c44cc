import type { PlanRules } from '../plan/plan-rules.ts';

/**
 * Assigns buckets to lanes so that all lanes get about the same number of messages: the largest bucket first, each to the lane with the
 * fewest messages so far. The same counts give the same result.
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

/** Minimum number of requests per lane. Only a lane's last request may not be full. */
const FULL_REQUESTS = 20;

/** The number of lanes that these records need: few records in many lanes would make many requests that are not full. */
export function lanesFor(
  records: number,
  { lanes, recordsPerRequest }: Pick<PlanRules, 'lanes' | 'recordsPerRequest'>,
): number {
  const requests = Math.ceil(records / recordsPerRequest);
  return Math.min(Math.max(Math.floor(requests / FULL_REQUESTS), 1), lanes);
}
