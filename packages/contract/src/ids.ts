import { limits } from './limits.ts';

const CUT = 90;

/**
 * The service's form of a legacy id. The importer and the app's login code get the same result for the same id.
 *
 * The id is lower-cased, as the service does by itself. If it then still has a character outside `a-z 0-9 - _`,
 * or is longer than 100, each such character becomes `_`, the result is cut to 90 characters, and `_` with a hash of
 * the original id is added, so that `a.b` and `a_b` stay two ids. An id that differs from another one only in case
 * becomes the same id: the service cannot tell them apart.
 *
 * @returns the id itself when it is already in the service's form; an empty id stays empty
 */
export function serviceId(legacyId: string): string {
  const lower = legacyId.toLowerCase();
  const plain = lower.replaceAll(/[^a-z0-9_-]/gu, '_');
  if (plain === lower && plain.length <= limits.idLength) return plain;
  return `${plain.slice(0, CUT)}_${hash32(legacyId).toString(36)}`;
}

/** h = 31·h + code point, as an unsigned 32-bit number. */
function hash32(text: string): number {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.codePointAt(0)!) >>> 0;
  return hash;
}
