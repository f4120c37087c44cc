import type { DatabaseKinds, DatabaseSource, Driver } from './database-options.ts';
import { discourse } from './presets/discourse.ts';
import { phpbb } from './presets/phpbb.ts';

/** The driver and the address of a database. */
export function driverOf({ postgres, mysql, sqlite, dump }: DatabaseSource): {
  readonly driver: Driver;
  readonly address: string;
} {
  if (postgres !== undefined) return { driver: 'postgres', address: postgres };
  if (mysql !== undefined) return { driver: 'mysql', address: mysql };
  if (sqlite !== undefined) return { driver: 'sqlite', address: sqlite };
  return { driver: 'dump', address: dump! };
}

/** What is read from a database: as declared, or as the preset of its system has it. */
export function kindsOf(source: DatabaseSource): DatabaseKinds {
  const { kinds, preset, tablePrefix = 'phpbb_' } = source;
  if (preset === undefined) return kinds!;
  return preset === 'discourse' ? discourse : phpbb(tablePrefix, driverOf(source).driver);
}
