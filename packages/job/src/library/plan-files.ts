import type { PlanSummary } from '@chatferry/planner';
import { mappingsOfKinds } from '../planning/declared-mapping.ts';
import { findExports } from '../input/find-exports.ts';
import { findInputs } from '../input/find-inputs.ts';
import { gather } from '../input/gather-files.ts';
import { jobFolder } from '../folder/job-folder.ts';
import { databaseInput } from '../planning/database-sources.ts';
import { planInputs } from '../planning/plan-inputs.ts';
import { defaultPlanSettings } from '../planning/plan-settings.ts';
import { mappingsInCode } from '../planning/mappings-in-code.ts';
import type { PlanFilesOptions } from './options.ts';

/**
 * Reads and judges files, and writes the plan into the job folder. A plan that was made from the same files with the
 * same options is kept, and the files are not read again.
 *
 * @param paths folders, whose files are recognised by name, and files
 * @throws {JobError} for paths that do not exist or do not show what they contain, and when records of another
 *   plan were sent from this job folder, and for mappings that name columns or fields that are not there
 * @throws {CodeError} for a `configFile` that cannot be loaded
 * @throws {InputError} for a file that cannot be read to its end
 */
export async function planFiles(
  paths: readonly string[],
  {
    job: folder,
    after,
    signal,
    onProgress,
    onWarning,
    mappings: given,
    configFile,
    followLinks,
    from,
    sources,
    databases = [],
    onIgnored,
    ...settings
  }: PlanFilesOptions,
): Promise<PlanSummary> {
  const job = jobFolder(folder);
  const mappings = configFile === undefined ? given : await mappingsInCode(configFile);
  const exported = await findExports(paths, from, { job });
  const found = findInputs(exported.others, { of: () => ({}), otherwise: {}, followLinks });
  for (const entry of found.ignored) onIgnored?.(entry);
  using gathered = await gather(found, job, undefined, exported);
  const { summary } = await planInputs(
    {
      job,
      settings: { ...defaultPlanSettings, ...settings },
      ...(after === undefined ? {} : { after: { folder: after, given: settings } }),
      sourceOptions: sources,
      databases: databases.map((source) => databaseInput(source, mappings)),
      mappingOf: (_, kind) => mappings?.[kind] ?? {},
      declared: mappingsOfKinds('mappings', mappings ?? {}, gathered.files),
      sendsWith: 'runJob',
    },
    gathered,
    {
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(onWarning === undefined ? {} : { onWarning }),
    },
  );
  return summary;
}
