import type { ImportKind, InputKind } from '@chatferry/contract';
import type { Cleaning, Format, KindMapping, Transform } from '@chatferry/parsers';
import type { OptionValues } from './arguments/options.ts';
import type { SettingName } from './configuration/setting-names.ts';

/** `on-missing-user` is `onMissingUser` in the configuration. */
type KeyOf<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<KeyOf<Rest>>}`
  : Name;

/** `${NAME}` in a text: the value of an environment variable. */
type Reference = `\${${string}}`;

type SettingValue<Value> = Value extends boolean
  ? boolean | Reference
  : Value extends string
    ? string extends Value
      ? string
      : Value | Reference
    : string | number;

type Settings = {
  readonly [Name in SettingName as KeyOf<Name>]?:
    | SettingValue<NonNullable<OptionValues[Name]>>
    | undefined;
};

/** How the rows of a kind become records: the keys of the YAML form, and code that runs before them. */
export interface KindConfig extends Omit<KindMapping, 'transform'> {
  /**
   * Replaces each row before its columns become fields: returns a row, a list of rows, or `context.leaveOut(reason)`. It runs in
   * several threads and has to be pure.
   */
  transform?: Transform;
}

type KindConfigs = Partial<Record<InputKind, KindConfig>>;

/** A file, or several that a pattern matches. */
export interface FileConfig extends KindConfig {
  kind?: InputKind;
  /** A list where rows of a kind are in several places. */
  kinds?: Partial<Record<InputKind, KindConfig | KindConfig[]>>;
  format?: Format;
}

/** The configuration in code. docs/configuration.md describes every key. */
export interface Config extends Settings {
  inputs?: string[];
  /** The name of the environment variable with the key. The key itself is refused. */
  apiKey?: Reference;
  kinds?: KindConfigs;
  files?: Record<string, FileConfig>;
  cleaning?: Cleaning;
  limits?: { membersPerGroup?: number; groupsPerUser?: number };
  createRoles?: boolean;
  routes?: Partial<Record<ImportKind, 'data-import' | 'chat'>>;
}

/**
 * Returns the configuration. Editors complete and check what is passed to it.
 *
 * @example
 * ```ts
 * export default defineConfig({
 *   appId: 'my-app',
 *   region: 'eu',
 *   kinds: { users: { columns: { login: 'uid' }, transform: (row) => ({ ...row, tags: ['moved'] }) } },
 * });
 * ```
 */
export function defineConfig(config: Config): Config {
  return config;
}
