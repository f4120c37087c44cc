import type { Option } from '../arguments/values.ts';
import { options, type OptionValues } from '../arguments/options.ts';
import { Refusal } from '@chatferry/contract/refusal';
import {
  expand,
  refersToEnvironment,
  type Configuration,
  keyOf,
  type SettingName,
  settingNames,
} from '@chatferry/configuration';
import { limits } from '@chatferry/contract';
import type { Io } from '@chatferry/output/terms/io';
import { parseTimetable, type Rate, type Timetable } from '@chatferry/runner';

/** The value of a setting: from the command line, otherwise from the configuration, otherwise undefined. */
export type Settings = <Name extends SettingName>(name: Name) => OptionValues[Name];

export function settingsFrom(
  values: OptionValues,
  configuration: Configuration,
  env: Io['env'],
): Settings {
  // Checks all settings now: an error in a setting that only `run` needs is found when planning.
  for (const name of settingNames) {
    const configured = configuredAs(configuration, name);
    if (configured !== undefined && !refersToEnvironment(configured)) read(name, configured, env);
  }
  return ((name: SettingName) => {
    if (values[name] !== undefined) return values[name];
    const configured = configuredAs(configuration, name);
    return configured === undefined ? undefined : read(name, configured, env);
  }) as Settings;
}

/** Whether the configuration contains a setting. */
export function isConfigured(configuration: Configuration, name: SettingName): boolean {
  return configuredAs(configuration, name) !== undefined;
}

function configuredAs(configuration: Configuration, name: SettingName): string | undefined {
  const value = configuration[keyOf(name)];
  return value === undefined ? undefined : String(value);
}

function read(name: SettingName, configured: string, env: Io['env']): unknown {
  const where = `${keyOf(name)} in the configuration`;
  const value = expand(configured, env, where);
  const option: Option = options[name];
  if (option.read !== undefined) return option.read(value, where);
  if (value !== 'true' && value !== 'false')
    throw new Refusal(`${where} is '${value}', but must be true or false.`);
  return value === 'true';
}

/** The quota of the settings. @throws {TimetableError} */
export function rateFrom(setting: Settings): Rate | Timetable {
  const given = setting('requests-per-minute') ?? limits.importRequestsPerMinute;
  return typeof given === 'object'
    ? parseTimetable(given.timetable, setting('time-zone') ?? 'UTC')
    : given;
}
