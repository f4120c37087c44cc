import { namesIn, ruleSettings, sendingSettings, targetSettings } from '@chatferry/configuration';
import type { OptionName } from './options.ts';

// Options that several commands take, in the order of their help.

/** The rules of a plan. */
export const ruleOptions = namesIn(ruleSettings);

/** The options of every command that plans. */
export const planningOptions = [
  'job',
  'config',
  'kind',
  'format',
  'from',
  'after',
  'edit-messages',
  'gone',
  'newer-than',
  'only-conversations',
  'follow-links',
  'require-media',
  ...ruleOptions,
] as const satisfies OptionName[];

/** The options of every command that calls the service. */
export const targetOptions = namesIn(targetSettings);

/** The options for sending records, without the target. */
export const sendingOptions = namesIn(sendingSettings);

/** The options of every command that sends. */
export const runOptions = [
  ...targetOptions,
  ...sendingOptions,
  'yes',
] as const satisfies OptionName[];
