import type { Row } from '../values/row.ts';
import { sameAttachments } from './attachments.ts';
import { unsignedAddress } from './signed-address.ts';
import { canonicalJson, canonicalText } from './canonical.ts';
import type { Equality } from '../records/compared-fields.ts';

/**
 * Whether a value counts as the same as an earlier or planned one. Verification, delta, preflight, repair and the merging of
 * duplicates all decide here.
 *
 * @returns the number of re-hosted attachments among two values that are the same; `undefined` when they differ
 */
export function sameValue(equality: Equality, planned: unknown, held: unknown): number | undefined {
  if (canonicalText(equality, planned) === canonicalText(equality, held)) return 0;
  switch (equality) {
    case 'not-earlier':
      return planned === undefined || Number(held) >= Number(planned) ? 0 : undefined;
    case 'metadata':
      return isSameButPrivate(planned, held) ? 0 : undefined;
    case 'address':
      return unsignedAddress(planned) === unsignedAddress(held) ? 0 : undefined;
    case 'attachments':
      return sameAttachments(planned, held);
    case 'json':
    case 'tags':
    case 'group-type':
    case 'presence':
      return undefined;
  }
}

const PRIVATE = '@private';

function isSameButPrivate(planned: unknown, held: unknown): boolean {
  if (typeof planned !== 'object' || planned === null || !(PRIVATE in planned)) return false;
  if (typeof held === 'object' && held !== null && PRIVATE in held) return false;
  const { [PRIVATE]: _, ...shown } = planned as Row;
  return canonicalJson(shown) === canonicalJson(held);
}
