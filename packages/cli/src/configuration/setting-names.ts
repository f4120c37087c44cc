import type { OptionName } from '../arguments/options.ts';
import { sendingOptions } from '../arguments/sending-options.ts';

/** Options that may also be in the configuration, under the same name in camel case. */
export const settingNames = [
  'job',
  'from',
  'ids',
  'muid-prefix',
  'id-prefix',
  'on-missing-user',
  'on-missing-group',
  'sender-not-member',
  'duplicates',
  'two-person-groups',
  'retention-months',
  'records-per-request',
  'max-request-bytes',
  'max-rejects',
  'app-id',
  'region',
  'base-url',
  ...sendingOptions,
] as const satisfies OptionName[];

export type SettingName = (typeof settingNames)[number];

/** `on-missing-user` is `onMissingUser` in the configuration. */
export function keyOf(name: SettingName): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
