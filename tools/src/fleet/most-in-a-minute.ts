/** The number of moments in the busiest 60 seconds. @param moments milliseconds in ascending order */
export function mostInAMinute(moments: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [index, at] of moments.entries()) {
    while (moments[first]! <= at - 60_000) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
