import path from 'node:path';
import { inputKinds, type Kind, matchesPattern } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { Declared } from '@chatferry/job/planning';
import type { Configuration } from '../schema/schema.ts';

type FileEntry = NonNullable<Configuration['files']>[string];

/** The mappings of the kinds in a file; a list if several places of the file contain rows of the kind. */
export type MappingsInFile = Readonly<Partial<Record<Kind, KindMapping | readonly KindMapping[]>>>;

/** The kinds and the format that the configuration declares for a file. */
export function declaredOf(file: string, { files }: Configuration): Declared {
  const { kind, kinds, format, skip } = entryOf(file, files) ?? {};
  const several =
    kinds === undefined
      ? undefined
      : inputKinds.flatMap((each) => [kinds[each] ?? []].flat().map(() => each));
  return {
    ...(kind === undefined ? {} : { kinds: [kind] }),
    ...(several === undefined ? {} : { kinds: several }),
    ...(format === undefined ? {} : { format }),
    ...(skip === undefined ? {} : { skip }),
  };
}

/**
 * The mapping of a kind in a file. Later parts override earlier ones: the zone of all files; the entry of the kind; the entry of the file;
 * the entry of the kind in the entry of the file.
 *
 * @param part the index of the mapping, from 0, if the kind has several mappings in the file
 */
export function mappingOf(
  file: string,
  kind: Kind,
  { kinds, files, zone }: Configuration,
  part = 0,
): KindMapping {
  const entry = entryOf(file, files) ?? {};
  const { kind: _kind, kinds: inFile = {}, format: _format, skip: _skip, ...own } = entry;
  const general = zone === undefined ? {} : { zone };
  const everywhere: Partial<Record<Kind, KindMapping>> = kinds ?? {};
  const here: MappingsInFile = inFile;
  return [everywhere[kind] ?? {}, own, [here[kind] ?? {}].flat()[part] ?? {}].reduce(
    overridden,
    general,
  );
}

/** The mapping of a kind in a database. Later parts override earlier ones: the zone; the entry of the kind; `own`. */
export function mappingInDatabase(
  kind: Kind,
  own: KindMapping,
  { kinds, zone }: Configuration,
): KindMapping {
  const everywhere: Partial<Record<Kind, KindMapping>> = kinds ?? {};
  return [everywhere[kind] ?? {}, own].reduce(overridden, zone === undefined ? {} : { zone });
}

/** Overrides tables key by key, unites the columns to ignore, and overrides everything else as a whole. */
function overridden(general: KindMapping, own: KindMapping): KindMapping {
  const tables = (['columns', 'only', 'convert', 'constants', 'times'] as const).filter(
    (table) => general[table] !== undefined && own[table] !== undefined,
  );
  const ignore = [...(general.ignore ?? []), ...(own.ignore ?? [])];
  return {
    ...general,
    ...own,
    ...(ignore.length === 0 ? {} : { ignore: [...new Set(ignore)] }),
    ...Object.fromEntries(tables.map((table) => [table, { ...general[table], ...own[table] }])),
  };
}

/** The keys under `files` that match no file: an error, unless only some files are planned. */
export function unusedEntries(
  planned: readonly string[],
  { files }: Configuration,
): readonly string[] {
  return Object.keys(files ?? {}).filter((pattern) => !planned.some((file) => fits(file, pattern)));
}

/** The key under `files` that applies to a file: the first key that matches. */
export function patternFor(file: string | undefined, { files }: Configuration): string | undefined {
  return file === undefined ? undefined : patternOf(file, files);
}

/** The entry under `files` that applies to a file. */
function entryOf(file: string, files: Configuration['files']): FileEntry | undefined {
  const pattern = patternOf(file, files);
  return pattern === undefined ? undefined : files![pattern];
}

function patternOf(file: string, files: Configuration['files']): string | undefined {
  return Object.keys(files ?? {}).find((pattern) => fits(file, pattern));
}

/** Whether the whole path or the file name matches a pattern. */
function fits(file: string, pattern: string): boolean {
  return [file, path.basename(file)].some((name) => matchesPattern(name, pattern));
}
