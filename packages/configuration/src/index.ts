export { CODE_FILE, DEFAULT_FILE, readConfiguration } from './reading/configuration-file.ts';
export type { Configuration } from './schema/schema.ts';
export {
  type Environment,
  expand,
  refersToEnvironment,
  wholeReference,
} from './settings/environment.ts';
export {
  jobSettings,
  keyOf,
  namesIn,
  ruleSettings,
  sendingSettings,
  type SettingName,
  settingNames,
  settings,
  type SettingValues,
  targetSettings,
} from './settings/settings.ts';
export {
  durationMs,
  type GivenRate,
  matching,
  oneOf,
  type ReadValue,
  type Setting,
  text,
  type ValueOf,
  wholeNumber,
  wholeNumberOr,
} from './settings/values.ts';
