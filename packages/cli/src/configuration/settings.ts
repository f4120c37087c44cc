import { type Option, options, type OptionValues } from '../arguments/options.ts';
import { Refusal } from '../refusal.ts';
import { expand } from './environment.ts';
import { type Configuration, keyOf, type SettingName } from './schema.ts';

type Scalar = string | number | boolean;
type Environment = Readonly<Record<string, string | undefined>>;

/** The value of a setting: from the command line, else from the configuration, else undefined. */
export type Settings = <Name extends SettingName>(name: Name) => OptionValues[Name];

export function settingsFrom(
  values: OptionValues,
  configuration: Configuration,
  env: Environment,
): Settings {
  return ((name: SettingName) => {
    if (values[name] !== undefined) return values[name];
    const configured = (configuration as Record<string, Scalar | undefined>)[keyOf(name)];
    return configured === undefined ? undefined : read(name, String(configured), env);
  }) as Settings;
}

function read(name: SettingName, configured: string, env: Environment): unknown {
  const where = `${keyOf(name)} in the configuration`;
  const value = expand(configured, env, where);
  const option: Option = options[name];
  if (option.read !== undefined) return option.read(value, where);
  if (value !== 'true' && value !== 'false')
    throw new Refusal(`${where} is '${value}', and needs to be true or false.`);
  return value === 'true';
}
