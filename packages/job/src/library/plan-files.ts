import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { PlanSummary } from '@chatferry/planner';
import { jobHolder } from '@chatferry/runner';
import { jobFolder } from '../folder/job-folder.ts';
import { functionName } from '../folder/step-name.ts';
import { findExports } from '../input/find-exports.ts';
import { findInputs } from '../input/find-inputs.ts';
import { gather } from '../input/gather-files.ts';
import { databaseInput } from '../planning/database-sources.ts';
import { mappingsOfKinds } from '../planning/declared-mapping.ts';
import { lookedUpFiles } from '../planning/lookups.ts';
import { mappingsInCode } from '../planning/mappings-in-code.ts';
import { planInputs } from '../planning/plan-inputs.ts';
import { defaultPlanSettings } from '../planning/plan-settings.ts';
import { reportWritten } from '../report/report-written.ts';
import { withFilledKinds } from '../accounting/filled-kinds.ts';
import type { InputRules, PlanFilesOptions, ShownPlan } from './options.ts';

/**
 * Reads and judges files, and writes the plan and its report into the job folder. A plan that was made from the same files with the
 * same options is kept, and the files are not read again.
 *
 * @param paths folders, whose files are recognised by name, and files
 * @throws {JobError} for paths that do not exist or do not show what they contain, and when records of another
 *   plan were sent from this job folder, and for mappings that name columns or fields that are not there
 * @throws {CodeError} for a `configFile` that cannot be loaded
 * @throws {InputError} for a file that cannot be read to its end
 *
 * @example
 * ```ts
 * const { kinds, problems } = await planFiles(['./export'], { job: 'job' });
 * console.log(kinds.messages?.planned ?? 0, 'messages');
 * for (const { text, fix } of problems) console.log(text, fix);
 * ```
 */
export async function planFiles(
  paths: readonly string[],
  options: PlanFilesOptions,
): Promise<ShownPlan> {
  return withFilledKinds(await planAllKinds(paths, options));
}

/** The same as `planFiles`, with all kinds in the summary. */
export async function planAllKinds(
  paths: readonly string[],
  {
    job: folder,
    after,
    signal,
    onProgress,
    onWarning,
    onOutdated,
    onUnchanged,
    onFound,
    onIgnored,
    mappings,
    configFile,
    rules,
    followLinks,
    from,
    sources,
    media,
    databases = [],
    stdin,
    stepName = functionName,
    ...settings
  }: PlanFilesOptions,
): Promise<PlanSummary> {
  const job = jobFolder(folder);
  const ofKinds = configFile === undefined ? mappings : await mappingsInCode(configFile);
  const {
    mappingOf,
    declared,
    databases: read,
    ...declarations
  } = rules ?? rulesOfKinds(ofKinds ?? {}, databases);
  const { of, otherwise } = declarations;
  const isDeclared = (file: string): boolean =>
    otherwise.kinds !== undefined || Object.keys(of(file)).length > 0;
  const exported = await findExports(paths, from, { job, isDeclared });
  const found = findInputs(exported.others, { ...declarations, followLinks });
  onFound?.(found);
  const lookedUp = lookedUpFiles(
    found.inputs.map((each) => ({ ...each, mapping: mappingOf(each.file, each.kind, each.part) })),
  );
  for (const entry of found.ignored)
    onIgnored?.(
      lookedUp.has(path.resolve(entry.file))
        ? { ...entry, skipped: 'values are looked up in it' }
        : entry,
    );
  using gathered = await gather(found, job, stdin, exported, signal);
  const { summary, unchanged, plannedAt } = await planInputs(
    {
      job,
      settings: { ...defaultPlanSettings, ...settings },
      ...(after === undefined ? {} : { after: { folder: after, given: settings } }),
      sourceOptions: sources,
      databases: read,
      media,
      mappingOf,
      declared: declared(gathered.files),
      sendsWith: stepName('run'),
    },
    gathered,
    { signal, onProgress, onWarning, onOutdated },
  );
  if (unchanged) onUnchanged?.(plannedAt);
  // A process that holds the job writes the report itself.
  if (jobHolder(job.path) === undefined) {
    const report = reportWritten(job, stepName);
    if (!report.written) onWarning?.(report.why);
  }
  return summary;
}

export function rulesOfKinds(
  mappings: Readonly<Partial<Record<Kind, KindMapping>>>,
  databases: NonNullable<PlanFilesOptions['databases']>,
): InputRules {
  return {
    of: () => ({}),
    otherwise: {},
    mappingOf: (_, kind) => mappings[kind] ?? {},
    declared: (files) => mappingsOfKinds('mappings', mappings, files),
    databases: databases.map((source) => databaseInput(source, mappings)),
  };
}
