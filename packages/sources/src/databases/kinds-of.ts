import type { DatabaseKinds, DatabaseSource } from './database-options.ts';
import { discourse } from './presets/discourse.ts';
import { phpbb } from './presets/phpbb.ts';

/** What is read from a database: as declared, or as the preset of its system has it. */
export function kindsOf({ kinds, preset, tablePrefix = 'phpbb_' }: DatabaseSource): DatabaseKinds {
  if (preset === undefined) return kinds!;
  return preset === 'discourse' ? discourse : phpbb(tablePrefix);
}
