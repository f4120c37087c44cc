import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { Declared } from '../input/find-inputs.ts';
import type { Configuration } from './schema.ts';

type FileEntry = NonNullable<Configuration['files']>[string];

/** What the configuration says a file holds. */
export function declaredOf(file: string, { files }: Configuration): Declared {
  const { kind, format } = entryOf(file, files) ?? {};
  return { ...(kind === undefined ? {} : { kind }), ...(format === undefined ? {} : { format }) };
}

/** How the rows of a file become records: as its kind says, and on top of that as the file's own entry says. */
export function mappingOf(file: string, kind: Kind, { kinds, files }: Configuration): KindMapping {
  const { kind: _kind, format: _format, ...own } = entryOf(file, files) ?? {};
  const general = kinds?.[kind] ?? {};
  const tables = (['columns', 'constants', 'times'] as const).filter(
    (table) => general[table] !== undefined && own[table] !== undefined,
  );
  return {
    ...general,
    ...own,
    ...Object.fromEntries(tables.map((table) => [table, { ...general[table], ...own[table] }])),
  };
}

/** A name matches the whole path or its end; the first entry that matches counts. */
function entryOf(file: string, files: Configuration['files']): FileEntry | undefined {
  const names = [file, path.basename(file)];
  return Object.entries(files ?? {}).find(([pattern]) =>
    names.some((name) => name === pattern || path.matchesGlob(name, pattern)),
  )?.[1];
}
