import type { OptionName } from './options.ts';

/** The options that say how records are sent, besides where to. */
export const sendingOptions = [
  'requests-per-minute',
  'time-zone',
  'shared-quota',
  'concurrency',
  'max-failures',
  'max-different',
  'give-up-after',
] as const satisfies OptionName[];
