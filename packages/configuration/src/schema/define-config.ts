import type { InputKind } from '@chatferry/contract';
import type { KindMapping, Transform } from '@chatferry/parsers';
import type { z } from 'zod';
import type { configuration } from './schema.ts';
import type { KeyOf, SettingName, SettingValues } from '../settings/settings.ts';

/** The configuration in the YAML form, with any value for a setting. */
type Written = z.input<typeof configuration>;

/** `${NAME}`, which stands for the value of an environment variable. */
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
    | SettingValue<NonNullable<SettingValues[Name]>>
    | undefined;
};

/** How the rows of a kind become records: the keys of the YAML form, and code that runs before the mapping. */
export interface KindConfig extends Omit<KindMapping, 'transform'> {
  /**
   * Replaces each row before its columns become fields: returns a row, a list of rows, or `context.leaveOut(reason)`. The function
   * runs in several threads and must be pure.
   */
  transform?: Transform;
}

type KindConfigs = Partial<Record<InputKind, KindConfig>>;

type FileEntry = NonNullable<Written['files']>[string];

/** A file, or all files that match a pattern. */
export interface FileConfig extends KindConfig, Omit<FileEntry, keyof KindMapping | 'kinds'> {
  /** A list if several places of the file contain rows of the kind. */
  kinds?: Partial<Record<InputKind, KindConfig | KindConfig[]>>;
}

/** The configuration in code. docs/configuration.md describes every key. */
export interface Config
  extends Settings, Omit<Written, keyof Settings | 'apiKey' | 'kinds' | 'files'> {
  /** The name of the environment variable with the key. The key itself is refused. */
  apiKey?: Reference;
  kinds?: KindConfigs;
  files?: Record<string, FileConfig>;
}

/**
 * Returns the configuration unchanged. Editors complete and check the argument.
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
