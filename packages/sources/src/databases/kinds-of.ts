import type { InputKind } from '@chatferry/contract';
import type { DatabaseKind, DatabaseKinds, DatabaseSource, Driver } from './database-options.ts';
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

/** A query of a database, and how its rows become records of a kind. */
export interface DeclaredQuery {
  readonly kind: InputKind;
  /** Which of the kind's queries, from 0, if there are several. */
  readonly part?: number;
  readonly declared: DatabaseKind;
}

/** The queries of a database, kind by kind. */
export function queriesOf(source: DatabaseSource): readonly DeclaredQuery[] {
  return Object.entries(kindsOf(source)).flatMap(([name, declared]) => {
    const kind = name as InputKind;
    if (!Array.isArray(declared)) return [{ kind, declared }];
    return declared.map((each, part) => ({ kind, part, declared: each }));
  });
}

/** The kinds to read from a database: as declared, or as the preset of its system defines them. */
function kindsOf(source: DatabaseSource): DatabaseKinds {
  const { kinds, preset, tablePrefix = 'phpbb_' } = source;
  if (preset === undefined) return kinds!;
  return preset === 'discourse' ? discourse : phpbb(tablePrefix, driverOf(source).driver);
}
