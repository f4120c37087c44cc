import type { OptionValues } from '../arguments/options.ts';
import { Refusal } from '@chatferry/contract/refusal';

/** The rate of reading. Reading does not use the quota of the import, but an app without a quota has no quota for reading either. */
export function readingRate(values: OptionValues): 'unlimited' | undefined {
  return values['requests-per-minute'] === 'unlimited' ? 'unlimited' : undefined;
}

/** The rate of a command that only reads. @throws {Refusal} for a timetable */
export function givenReadingRate(
  { 'requests-per-minute': given }: OptionValues,
  command: string,
): number | 'unlimited' | undefined {
  if (typeof given === 'object')
    throw new Refusal(
      `--requests-per-minute of ${command} must be a number above 0, or unlimited.`,
      'Leave it out: reading does not use the quota of the import.',
    );
  return given;
}
