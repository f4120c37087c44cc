import { driverOf } from '@chatferry/job/planning';
import type { Draft, PreviewedQuery } from '@chatferry/drafts';
import type { Configuration } from '@chatferry/configuration';
import { configuredDatabases } from '@chatferry/configuration/inputs';
import type { Io } from '@chatferry/output/terms/io';

/** The queries of the databases in a draft. They read the dumps and servers that are already open for the draft. */
export function dumpQueries(
  { files }: Draft,
  configuration: Configuration,
  env: Io['env'],
): PreviewedQuery[] {
  const opened = new Map(
    files.flatMap(({ dump }) =>
      dump === undefined ? [] : [[dump.dump.address, dump.dump] as const],
    ),
  );
  return configuredDatabases(configuration, env).flatMap((input) => {
    const dump = opened.get(driverOf(input.source).address);
    if (dump === undefined) return [];
    return input.queries.map(({ kind, part, mapping }, index) => ({
      file: dump.file,
      kind,
      ...(part === undefined ? {} : { part }),
      blocks: (rules) => dump.blocks(input.source, index, mapping, rules),
    }));
  });
}
