/**
 * A number from 0 to 2^53 − 1 that stands for an id: the same on every machine and in every run.
 *
 * Two ids out of ten million share one with a chance of about half a percent, so whoever finds two equal numbers
 * compares the ids themselves before concluding anything.
 */
export function idHash(id: string): number {
  start();
  mix(id);
  return result();
}

/** The same for an id of ASCII characters that stands in bytes, which are faster to get at. */
export function idHashIn(bytes: Uint8Array, from: number, to: number): number {
  start();
  let [upper, lower] = [high, low];
  for (let index = from; index < to; index++) {
    upper = Math.imul(upper ^ bytes[index]!, 0x2c1b3c6d);
    lower = Math.imul(lower ^ bytes[index]!, 0x297a2d39);
  }
  high = upper;
  low = lower;
  return result();
}

/** A number of the same kind for a group and a user together. @param group its `idHash` @param user theirs */
export function pairHash(group: number, user: number): number {
  start();
  mixNumber(group);
  mixNumber(user);
  return result();
}

let high = 0;
let low = 0;

function start(): void {
  high = 0x9e3779b9;
  low = 0x85ebca6b;
}

function mix(text: string): void {
  let [upper, lower] = [high, low];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    upper = Math.imul(upper ^ unit, 0x2c1b3c6d);
    lower = Math.imul(lower ^ unit, 0x297a2d39);
  }
  high = upper;
  low = lower;
}

function mixNumber(value: number): void {
  const least = value >>> 0;
  const most = (value - least) / 0x1_0000_0000;
  high = Math.imul(high ^ (high >>> 15) ^ least, 0x2c1b3c6d);
  low = Math.imul(low ^ (low >>> 13) ^ most, 0x297a2d39);
  high = Math.imul(high ^ (high >>> 15) ^ most, 0x2c1b3c6d);
  low = Math.imul(low ^ (low >>> 13) ^ least, 0x297a2d39);
}

function result(): number {
  const upper =
    Math.imul(high ^ (high >>> 15), 0x735a2d97) ^ Math.imul(low ^ (low >>> 13), 0x68e31da4);
  const lower =
    Math.imul(low ^ (low >>> 16), 0x5bd1e995) ^ Math.imul(upper ^ (upper >>> 14), 0x1b873593);
  return ((upper ^ (upper >>> 15)) & 0x1fffff) * 0x1_0000_0000 + ((lower ^ (lower >>> 13)) >>> 0);
}
