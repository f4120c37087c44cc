import { isRawJson, type Kind } from '@chatferry/contract';
import { fromCell, fromTime } from '../rows/convert.ts';
import type { RowNotes } from '../terms/row-notes.ts';
import { type FieldTarget, holdsText } from '../mapping/targets.ts';
import type { KindMapping } from '../mapping/kind-mapping.ts';
import { textOf } from '../mapping/source-row.ts';

/** How to read values whose type differs from the type of their field. */
export interface ValueForms {
  readonly kind: Kind;
  /** Whether texts are converted to the types of their fields. */
  readonly areCells: boolean;
  /** See `ReadingJob`. */
  readonly convertsValues: boolean;
  readonly tagSeparator: string;
}

export function valueForms(
  kind: Kind,
  { tagSeparator = '|' }: Pick<KindMapping, 'tagSeparator'>,
  isCsv: boolean,
  convertsValues: boolean,
): ValueForms {
  return { kind, areCells: isCsv || convertsValues, convertsValues, tagSeparator };
}

/**
 * A value in the type of its field; undefined, with a note, when it cannot have that type.
 *
 * @param isNamed whether the mapping names the column
 */
export function typedValue(
  value: unknown,
  target: FieldTarget,
  isNamed: boolean,
  { kind, areCells, convertsValues, tagSeparator }: ValueForms,
  notes: RowNotes,
): unknown {
  if (target.time !== undefined) return fromTime(value, target, notes);
  const isNumber = typeof value === 'number' || isRawJson(value);
  if (target.type === 'text')
    return isNumber && (isNamed || convertsValues) && holdsText(kind, target.path)
      ? textOf(value)
      : value;
  const isCell = typeof value === 'string' && (areCells || target.type === 'tags');
  const isTruth = convertsValues && isNumber && target.type === 'boolean';
  return isCell || isTruth ? fromCell(textOf(value), target, tagSeparator, notes) : value;
}
