/**
 * A 53-bit hash of an id, from 0 to 2^53 − 1: the same on every machine and in every run. Two 32-bit states are
 * mixed as in cyrb53, with other multipliers.
 *
 * Among ten million ids, two share a hash with a probability of about half a percent. A caller that finds two equal
 * hashes compares the ids themselves.
 */
export function idHash(id: string): number {
  let [upper, lower] = [UPPER, LOWER];
  for (let index = 0; index < id.length; index++) {
    const unit = id.charCodeAt(index);
    upper = Math.imul(upper ^ unit, UPPER_FACTOR);
    lower = Math.imul(lower ^ unit, LOWER_FACTOR);
  }
  return hashOf(upper, lower);
}

/** The same hash for an id of ASCII characters in bytes, which are faster to read. */
export function idHashIn(bytes: Uint8Array, from: number, to: number): number {
  let [upper, lower] = [UPPER, LOWER];
  for (let index = from; index < to; index++) {
    upper = Math.imul(upper ^ bytes[index]!, UPPER_FACTOR);
    lower = Math.imul(lower ^ bytes[index]!, LOWER_FACTOR);
  }
  return hashOf(upper, lower);
}

/** The hash of a free id, such as a muid: ids that differ only in case share a hash. */
export function freeIdHash(id: string): number {
  return idHash(id.toLowerCase());
}

/** A hash for a group and a user together. @param group its `idHash` @param user the user's `idHash` */
export function pairHash(group: number, user: number): number {
  const [groupLow, userLow] = [group >>> 0, user >>> 0];
  const groupHigh = (group - groupLow) / 0x1_0000_0000;
  const userHigh = (user - userLow) / 0x1_0000_0000;
  return hashOf(
    mixUpper(mixUpper(UPPER, groupLow, groupHigh), userLow, userHigh),
    mixLower(mixLower(LOWER, groupHigh, groupLow), userHigh, userLow),
  );
}

const UPPER = 0x9e3779b9;
const LOWER = 0x85ebca6b;
const UPPER_FACTOR = 0x2c1b3c6d;
const LOWER_FACTOR = 0x297a2d39;

/** Mixes two 32-bit numbers into the upper state of a hash. `mixLower` does the same for the lower state. */
export function mixUpper(state: number, first: number, second: number): number {
  const mixed = Math.imul(state ^ (state >>> 15) ^ first, UPPER_FACTOR);
  return Math.imul(mixed ^ (mixed >>> 15) ^ second, UPPER_FACTOR);
}

export function mixLower(state: number, first: number, second: number): number {
  const mixed = Math.imul(state ^ (state >>> 13) ^ first, LOWER_FACTOR);
  return Math.imul(mixed ^ (mixed >>> 13) ^ second, LOWER_FACTOR);
}

/** Combines two 32-bit states into a 53-bit hash. */
export function hashOf(high: number, low: number): number {
  const upper =
    Math.imul(high ^ (high >>> 15), 0x735a2d97) ^ Math.imul(low ^ (low >>> 13), 0x68e31da4);
  const lower =
    Math.imul(low ^ (low >>> 16), 0x5bd1e995) ^ Math.imul(upper ^ (upper >>> 14), 0x1b873593);
  return ((upper ^ (upper >>> 15)) & 0x1fffff) * 0x1_0000_0000 + ((lower ^ (lower >>> 13)) >>> 0);
}
