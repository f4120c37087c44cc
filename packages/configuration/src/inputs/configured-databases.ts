import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import {
  type DatabaseInput,
  databaseInput,
  type DeclaredMapping,
  nameOf,
} from '@chatferry/job/planning';
import { type Environment, expand } from '../settings/environment.ts';
import { mappingInDatabase } from './file-mapping.ts';
import type { Configuration } from '../schema/schema.ts';
import { databasesIn } from '../schema/sources.ts';

/** The databases of the configuration, with their addresses. @throws {Refusal} for a variable that is not set */
export function configuredDatabases(
  configuration: Configuration,
  env: Environment,
): DatabaseInput[] {
  return databasesIn(configuration.sources).map(({ source, index }) => {
    const address = (server: 'postgres' | 'mysql'): object =>
      source[server] === undefined
        ? {}
        : {
            [server]: expand(
              source[server],
              env,
              `sources.${index}.${server} in the configuration`,
            ),
          };
    const own = databaseInput({ ...source, ...address('postgres'), ...address('mysql') });
    const queries = own.queries.map((query) => ({
      ...query,
      mapping: mappingInDatabase(query.kind, query.mapping, configuration),
    }));
    return { ...own, queries };
  });
}

/** Whether a file is one of the databases. */
export function isFileOf(databases: readonly DatabaseInput[], file: string): boolean {
  return databases.some(({ source: { dump, sqlite } }) =>
    [dump, sqlite].some((each) => each !== undefined && path.resolve(each) === path.resolve(file)),
  );
}

/** The rows of databases, in the form of files. */
export function databaseFiles(databases: readonly DatabaseInput[]): { file: string; kind: Kind }[] {
  return databases.flatMap(({ source, queries }) =>
    queries.map(({ kind }) => ({ file: nameOf(source), kind })),
  );
}

/** The mappings that the databases themselves declare. Mappings of presets are not in the configuration. */
export function mappingsInDatabases(configuration: Configuration): DeclaredMapping[] {
  const declared = databasesIn(configuration.sources).filter(
    ({ source }) => source.preset === undefined,
  );
  return declared.flatMap(({ source, index }) =>
    databaseInput(source).queries.map(({ kind, part, mapping }) => ({
      place: `sources.${index}.kinds.${kind}${part === undefined ? '' : `.${part}`}`,
      kind,
      mapping,
      readings: [{ file: nameOf(source), kind, ...(part === undefined ? {} : { part }) }],
    })),
  );
}
