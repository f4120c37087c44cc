import type { OptionName } from './options.ts';

/** The options for sending records, except the target. */
export const sendingOptions = [
  'requests-per-minute',
  'time-zone',
  'shared-quota',
  'concurrency',
  'max-failures',
  'max-different',
  'give-up-after',
] as const satisfies OptionName[];
