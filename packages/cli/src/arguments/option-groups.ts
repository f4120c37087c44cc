import type { OptionName } from './options.ts';

// Options that several commands take, in the order of their help.

/** The rules of a plan. */
export const ruleOptions = [
  'max-rejects',
  'retention-months',
  'records-per-request',
  'max-request-bytes',
  'ids',
  'muid-prefix',
  'id-prefix',
  'on-missing-user',
  'on-missing-group',
  'sender-not-member',
  'duplicates',
  'two-person-groups',
] as const satisfies OptionName[];

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
export const targetOptions = ['app-id', 'region', 'base-url'] as const satisfies OptionName[];

/** The options for sending records, without the target. */
export const sendingOptions = [
  'requests-per-minute',
  'time-zone',
  'shared-quota',
  'concurrency',
  'max-failures',
  'max-different',
  'give-up-after',
] as const satisfies OptionName[];

/** The options of every command that sends. */
export const runOptions = [
  ...targetOptions,
  ...sendingOptions,
  'yes',
] as const satisfies OptionName[];
