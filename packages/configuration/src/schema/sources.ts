import {
  type DatabaseSource,
  databaseSource,
  type SourceOptions,
  sourceOptions,
} from '@chatferry/job/planning';
import { z } from 'zod';
import { wholeReference } from '../settings/environment.ts';

/** A database whose address is in an environment variable. */
const configuredDatabase = databaseSource.superRefine((source, context) => {
  for (const server of ['postgres', 'mysql'] as const)
    if (source[server] !== undefined && !wholeReference.test(source[server]))
      context.addIssue({
        code: 'custom',
        path: [server],
        message:
          'has to be a reference such as ${LEGACY_DATABASE_URL}: an address with a password does not belong in a file',
      });
});

/** An entry of the list: a database, or options for exports of chat systems. */
const entry = z
  .strictObject({ ...databaseSource.shape, ...sourceOptions.shape })
  .superRefine((found, context) => {
    const names = Object.keys(found);
    const system = names.find(isSystem);
    if (names.every(isSystem)) return;
    if (system !== undefined)
      return context.addIssue({
        code: 'custom',
        message: `has a database and the options of ${system}: write them as two entries of the list`,
      });
    const { error } = configuredDatabase.safeParse(found);
    for (const { path, message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
  });

/** Options for exports of chat systems; or a list of databases to plan, which may also contain such options. */
export const sources = z.union([
  sourceOptions,
  z
    .array(entry)
    .min(1)
    .superRefine((list, context) => {
      const systems = list.flatMap((each) => Object.keys(each).filter(isSystem));
      const twice = systems.find((system, index) => systems.indexOf(system) < index);
      if (twice !== undefined)
        context.addIssue({
          code: 'custom',
          message: `has the options of ${twice} twice: write them in one entry`,
        });
    }),
]);

type Sources = z.output<typeof sources> | undefined;

/** A database with its position in the list, from 0. */
interface PlacedDatabase {
  readonly source: DatabaseSource;
  readonly index: number;
}

export function databasesIn(found: Sources): PlacedDatabase[] {
  if (!Array.isArray(found)) return [];
  return found.flatMap((source, index) =>
    Object.keys(source).every(isSystem) ? [] : [{ source, index }],
  );
}

/** The options for exports, by system. */
export function optionsIn(found: Sources): SourceOptions {
  if (!Array.isArray(found)) return found ?? {};
  const chosen = found.flatMap((each) => Object.entries(each).filter(([name]) => isSystem(name)));
  return Object.fromEntries(chosen);
}

function isSystem(name: string): boolean {
  return name in sourceOptions.shape;
}
