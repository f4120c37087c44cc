/**
 * A number from 0 to 2^53 − 1 that stands for an id: the same on every machine and in every run.
 *
 * Two ids out of ten million share one with a chance of about half a percent, so whoever finds two equal numbers
 * compares the ids themselves before concluding anything.
 */
export function idHash(id: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < id.length; index++) {
    const unit = id.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x2c1b3c6d);
    low = Math.imul(low ^ unit, 0x297a2d39);
  }
  high = Math.imul(high ^ (high >>> 15), 0x735a2d97) ^ Math.imul(low ^ (low >>> 13), 0x68e31da4);
  low = Math.imul(low ^ (low >>> 16), 0x5bd1e995) ^ Math.imul(high ^ (high >>> 14), 0x1b873593);
  return ((high ^ (high >>> 15)) & 0x1fffff) * 0x1_0000_0000 + ((low ^ (low >>> 13)) >>> 0);
}
