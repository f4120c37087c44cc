import { idHash } from '../judging/id-hash.ts';
import type { Row } from '../values/row.ts';
import type { Kind } from '../kinds/kinds.ts';
import { canonicalText } from './canonical.ts';
import { type Comparable, heldValue } from './comparable.ts';
import { comparedField } from './compared-field.ts';

/*
 * Digests are numbers from 0 to 2^53 − 1. Equal digests mean that all compared fields are the same. Different digests mean
 * that the fields have to be compared, because some tolerances are decided there.
 */

export function digestOfPlanned(kind: Kind, id: string, planned: Comparable): number {
  let text = id;
  for (const [name, value] of planned)
    text += `\n${canonicalText(comparedField(kind, name)!.equality, value)}`;
  return idHash(text);
}

/** @param names the fields that the plan sent: the keys of the record's `Comparable` */
export function digestOfHeld(kind: Kind, id: string, names: Iterable<string>, held: Row): number {
  let text = id;
  for (const name of names) {
    const field = comparedField(kind, name)!;
    text += `\n${canonicalText(field.equality, heldValue(name, field, held))}`;
  }
  return idHash(text);
}
