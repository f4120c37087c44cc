import type { TimeForm } from './time-form.ts';
import { inRange, timeReader } from './time-reader.ts';

/** Minimum number of values for deciding on a column's form. */
const ENOUGH = 10;

/** Minimum share of the values that fit a form other than the declared one. */
const MOST = 0.9;

/** A form that fits the values of a column, and whether it needs a zone. */
export interface LikelyForm {
  readonly form: TimeForm;
  readonly needsZone: boolean;
}

const forms = ['seconds', 'milliseconds', 'microseconds', 'iso', 'rfc2822'] as const;

/**
 * Detects that a column is written in a form other than the declared one, or needs a zone.
 *
 * @param values of the column, without the empty ones
 * @param zone for times without a zone, if one is configured
 * @returns the form that fits, with `needsZone` when no value has a zone; undefined when the declared form fits, or when no other form
 * fits better
 */
export function likelyForm(
  values: readonly unknown[],
  declared: TimeForm | undefined,
  zone: string | undefined,
): LikelyForm | undefined {
  if (values.length < ENOUGH) return undefined;
  const fits = (form: TimeForm | undefined, inZone: string | undefined): number => {
    const reader = timeReader(form, inZone);
    return values.filter((value) => inRange(reader.read(value))).length / values.length;
  };
  if (fits(declared, zone) > 1 - MOST) return undefined;

  const possible = declared === undefined ? forms : [declared, ...forms];
  const form = possible.find((each) => fits(each, zone ?? 'UTC') >= MOST);
  if (form === undefined) return undefined;
  return { form, needsZone: fits(form, zone) < MOST };
}
