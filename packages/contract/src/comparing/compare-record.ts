import type { Row } from '../values/row.ts';
import type { Kind } from '../kinds/kinds.ts';
import { type Comparable, heldValue } from './comparable.ts';
import { comparedField } from './compared-field.ts';
import { sameValue } from './is-same.ts';

/** One field whose held value differs from the planned one. */
export interface FieldDifference {
  readonly field: string;
  readonly planned: unknown;
  /** `undefined` when the service holds none. */
  readonly held: unknown;
}

export interface RecordComparison {
  readonly differences: readonly FieldDifference[];
  /** Attachments whose address the service replaced by one of its own. They are not differences. */
  readonly reHosted: number;
}

/** Compares a planned record with what the service holds under its id. */
export function compareRecord(kind: Kind, planned: Comparable, held: Row): RecordComparison {
  const differences: FieldDifference[] = [];
  let reHosted = 0;
  for (const [name, value] of planned) {
    const field = comparedField(kind, name)!;
    const found = heldValue(name, field, held);
    const copies = sameValue(field.equality, value, found);
    if (copies === undefined) {
      differences.push({ field: name, planned: value, held: found });
      if (field.isDecisive === true) break;
    } else reHosted += copies;
  }
  return { differences, reHosted };
}
