import { type Rate, rateAt, type Timetable } from '@chatferry/runner';

const MINUTE_MS = 60_000;
/** Ends the loop for a timetable that never allows a request. */
const LONGEST_MINUTES = 3 * 366 * 24 * 60;

/**
 * The time at which this number of requests would be done if the first were sent now, in milliseconds since 1970; undefined without a quota, or when
 * the quota never allows them.
 */
export function finishTime(
  requests: number,
  rate: Rate | Timetable,
  nowMs: number,
): number | undefined {
  if (typeof rate === 'number')
    return rate === 0 ? undefined : nowMs + (requests / rate) * MINUTE_MS;
  let left = requests;
  for (let minute = 0; minute < LONGEST_MINUTES; minute++) {
    const at = nowMs + minute * MINUTE_MS;
    const perMinute = rateAt(rate, at);
    if (perMinute === 'unlimited') return left === requests ? undefined : at;
    if (left <= perMinute) return at + (left / perMinute) * MINUTE_MS;
    left -= perMinute;
  }
  return undefined;
}
