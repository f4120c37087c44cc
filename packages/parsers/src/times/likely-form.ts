import type { TimeForm } from '../mapping/time-form.ts';
import { inRange, timeReader } from './time-reader.ts';

/** Fewer values than this say nothing about their column. */
const ENOUGH = 10;

/** Share of the values that has to fit one form, and not the declared one. */
const MOST = 0.9;

const forms = ['seconds', 'milliseconds', 'microseconds', 'iso', 'rfc2822'] as const;

/**
 * Finds out that a column was declared in another form than it is written in.
 *
 * @param values as they stand in the column, the empty ones left out
 * @param zone of times that do not name one, where the configuration has one
 * @returns the form that fits, with `needsZone` when no value names one; undefined when the declared one does, or when
 *   no other fits better
 */
export function likelyForm(
  values: readonly unknown[],
  declared: TimeForm | undefined,
  zone: string | undefined,
): { readonly form: (typeof forms)[number]; readonly needsZone: boolean } | undefined {
  if (values.length < ENOUGH) return undefined;
  const fits = (form: TimeForm | undefined, inZone: string | undefined): number => {
    const reader = timeReader(form, inZone);
    return values.filter((value) => inRange(reader.read(value))).length / values.length;
  };
  if (fits(declared, zone) > 1 - MOST) return undefined;

  const form = forms.find((each) => fits(each, zone ?? 'UTC') >= MOST);
  if (form === undefined) return undefined;
  return { form, needsZone: fits(form, zone) < MOST };
}
