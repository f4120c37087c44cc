import type { OptionValues } from '../arguments/options.ts';

/** The rate of reading: it does not use the quota of the import, but an app without a quota has none for reading either. */
export function readingRate(values: OptionValues): 'unlimited' | undefined {
  return values['requests-per-minute'] === 'unlimited' ? 'unlimited' : undefined;
}
