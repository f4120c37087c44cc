import { ruleOptions, sendingOptions, targetOptions } from '../arguments/option-groups.ts';
import type { OptionName } from '../arguments/options.ts';

/** Options that may also be in the configuration, in camel case. */
export const settingNames = [
  'job',
  'from',
  ...ruleOptions,
  ...targetOptions,
  ...sendingOptions,
] as const satisfies OptionName[];

export type SettingName = (typeof settingNames)[number];

/** `on-missing-user` is `onMissingUser` in the configuration. */
export type KeyOf<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<KeyOf<Rest>>}`
  : Name;

export function keyOf<Name extends SettingName>(name: Name): KeyOf<Name> {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()) as KeyOf<Name>;
}
