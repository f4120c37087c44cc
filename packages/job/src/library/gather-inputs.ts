import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { JobFolder } from '../folder/job-folder.ts';
import { findExports } from '../input/find-exports.ts';
import { findInputs, type FoundInputs } from '../input/find-inputs.ts';
import { gather, type GatheredFiles } from '../input/gather-files.ts';
import { databaseInput } from '../planning/database-sources.ts';
import { mappingsOfKinds } from '../planning/declared-mapping.ts';
import { lookedUpFiles } from '../planning/lookups.ts';
import { mappingsInCode } from '../planning/mappings-in-code.ts';
import type { InputRules, PlanFilesOptions } from './options.ts';

/** The options that decide which files are read, and with which mappings. */
type InputOptions = {
  readonly [
    Name in
      | 'mappings'
      | 'configFile'
      | 'rules'
      | 'databases'
      | 'from'
      | 'followLinks'
      | 'stdin'
      | 'signal'
      | 'onFound'
      | 'onIgnored'
  ]?: PlanFilesOptions[Name] | undefined;
};

export interface GatheredInputs {
  readonly rules: InputRules;
  readonly gathered: GatheredFiles;
}

/**
 * Finds the files that the caller's paths name, and reports them before the first file is read.
 *
 * @throws {JobError} see `findInputs` and `gather` @throws {CodeError} for a `configFile` that cannot be loaded
 */
export async function gatherInputs(
  paths: readonly string[],
  job: JobFolder,
  options: InputOptions,
): Promise<GatheredInputs> {
  const rules = options.rules ?? (await rulesOfKinds(options));
  const isDeclared = (file: string): boolean =>
    rules.otherwise.kinds !== undefined || Object.keys(rules.of(file)).length > 0;
  const exported = await findExports(paths, options.from, { job, isDeclared });
  const found = findInputs(exported.others, { ...rules, followLinks: options.followLinks });
  options.onFound?.(found);
  if (options.onIgnored !== undefined) reportIgnored(found, rules, options.onIgnored);
  return { rules, gathered: await gather(found, job, options.stdin, exported, options.signal) };
}

/** A file in which values are looked up is read, although its rows do not become records. */
function reportIgnored(
  { inputs, ignored }: FoundInputs,
  { mappingOf }: InputRules,
  onIgnored: NonNullable<InputOptions['onIgnored']>,
): void {
  const lookedUp = lookedUpFiles(
    inputs.map((each) => ({ ...each, mapping: mappingOf(each.file, each.kind, each.part) })),
  );
  for (const entry of ignored)
    onIgnored(
      lookedUp.has(path.resolve(entry.file))
        ? { ...entry, skipped: 'values are looked up in it' }
        : entry,
    );
}

/** Mappings of whole kinds apply to every file and every database. */
async function rulesOfKinds(options: InputOptions): Promise<InputRules> {
  const { configFile, databases = [] } = options;
  const mappings: Partial<Record<Kind, KindMapping>> =
    (configFile === undefined ? options.mappings : await mappingsInCode(configFile)) ?? {};
  return {
    of: () => ({}),
    otherwise: {},
    mappingOf: (_, kind) => mappings[kind] ?? {},
    declared: (files) => mappingsOfKinds('mappings', mappings, files),
    databases: databases.map((source) => databaseInput(source, mappings)),
  };
}
