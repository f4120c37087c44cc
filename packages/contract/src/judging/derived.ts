import { derivedKinds, type Kind } from '../kinds/kinds.ts';
import type { Row } from '../values/row.ts';

/** A record of another kind that is made from a record, with the same id. */
export interface Derived {
  readonly kind: Kind;
  /** Its fields in addition to the id. */
  readonly field: string;
  readonly value: unknown;
}

const none: readonly Derived[] = [];

/** Takes the fields that become records of other kinds out of a valid row. */
export function takeDerived(kind: Kind, row: Row): readonly Derived[] {
  let found = none;
  for (const { kind: made, field } of derivedKinds[kind]) {
    const value = row[field];
    if (value === undefined) continue;
    found = [...found, { kind: made, field, value }];
    delete row[field];
  }
  return found;
}
