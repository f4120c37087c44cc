import { limits } from './limits.ts';

const CUT = 90;

/**
 * What the case of letters in ids means:
 * - `map`: not stated; ids that differ only in case become one id
 * - `hash`: it distinguishes ids; an id with a capital gets a hash
 * - `fold`: it has no meaning; ids that differ only in case are one id, also where they get a hash
 */
export type IdRule = 'map' | 'hash' | 'fold';

/**
 * The service's form of a legacy id. The importer and the app's login code get the same result for the same id and rule.
 *
 * The id is lower-cased, as the service does by itself. If it then still has a character outside `a-z 0-9 - _`, is longer than
 * 100, or has a capital that counts (`hash`), each such character becomes `_`, the result is cut to 90 characters, and `_` with a
 * hash of the id is added, so that `a.b` and `a_b` stay two ids.
 *
 * @returns the id itself when it is already in the service's form; an empty id stays empty
 *
 * @example
 * ```ts
 * serviceId('Ann'); // 'ann'
 * serviceId('ann.lee@example.org'); // 'ann_lee_example_org_' and a hash of the id
 * ```
 */
export function serviceId(legacyId: string, rule: IdRule = 'map'): string {
  const lower = legacyId.toLowerCase();
  const plain = lower.replaceAll(/[^a-z0-9_-]/gu, '_');
  if (plain === (rule === 'hash' ? legacyId : lower) && plain.length <= limits.idLength)
    return plain;
  const hashed = hash32(rule === 'fold' ? lower : legacyId);
  return `${plain.slice(0, CUT)}_${hashed.toString(36)}`;
}

/** h = 31·h + code point, as an unsigned 32-bit number. */
function hash32(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return hash;
}
