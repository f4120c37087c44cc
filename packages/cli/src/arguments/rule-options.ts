import type { OptionName } from './options.ts';

/** The options for the rules of a plan. */
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
