import type { Draft, PreviewedQuery } from '@chatferry/drafts';
import type { Configuration } from '../configuration/schema.ts';
import type { Io } from '../terms/io.ts';
import { configuredDatabases } from '../planning/configured-databases.ts';

/** The queries of the dumps in a draft, read from what was found in the dumps. */
export function dumpQueries(
  { files }: Draft,
  configuration: Configuration,
  env: Io['env'],
): PreviewedQuery[] {
  const opened = new Map(
    files.flatMap(({ file, dump }) => (dump === undefined ? [] : [[file, dump.dump] as const])),
  );
  return configuredDatabases(configuration, env).flatMap((input) => {
    const dump = opened.get(input.source.dump ?? '');
    if (dump === undefined) return [];
    return input.queries.map(({ kind, part, mapping }, index) => ({
      file: input.source.dump!,
      kind,
      ...(part === undefined ? {} : { part }),
      blocks: (rules) => dump.blocks(input.source, index, mapping, rules),
    }));
  });
}
