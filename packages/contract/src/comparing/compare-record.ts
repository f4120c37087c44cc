import type { Row } from '../judging/row.ts';
import type { Kind } from '../kinds.ts';
import { sameAttachments } from './attachments.ts';
import { canonicalJson, canonicalText } from './canonical.ts';
import { type Comparable, heldValue } from './comparable.ts';
import { comparedField } from './compared-field.ts';
import type { Equality } from './compared-fields.ts';

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
    const field = comparedField(kind, name);
    const found = heldValue(name, field, held);
    const copies = copiesOf(field.equality, value, found);
    if (copies === undefined) {
      differences.push({ field: name, planned: value, held: found });
      if (field.isDecisive === true) break;
    } else reHosted += copies;
  }
  return { differences, reHosted };
}

/** How many attachments of two equal values are re-hosted; `undefined` when the values differ. */
function copiesOf(equality: Equality, planned: unknown, held: unknown): number | undefined {
  if (canonicalText(equality, planned) === canonicalText(equality, held)) return 0;
  switch (equality) {
    case 'not-earlier':
      return Number(held) >= Number(planned) ? 0 : undefined;
    case 'metadata':
      return isSameButPrivate(planned, held) ? 0 : undefined;
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
