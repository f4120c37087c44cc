import type { PlanSummary } from '@chatferry/planner';
import { jobHolder } from '@chatferry/runner';
import { jobFolder } from '../folder/job-folder.ts';
import { functionName } from '../folder/step-name.ts';
import { planInputs } from '../planning/plan-inputs.ts';
import { defaultPlanSettings } from '../planning/plan-settings.ts';
import { reportWritten } from '../report/report-written.ts';
import { withFilledKinds } from '../accounting/filled-kinds.ts';
import { gatherInputs } from './gather-inputs.ts';
import type { PlanFilesOptions, ShownPlan } from './options.ts';

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

/** Like `planFiles`, with all kinds in the summary. */
export async function planAllKinds(
  paths: readonly string[],
  {
    job: folder,
    after,
    mappings,
    configFile,
    rules: givenRules,
    databases,
    from,
    followLinks,
    stdin,
    sources,
    media,
    signal,
    onFound,
    onIgnored,
    onProgress,
    onWarning,
    onOutdated,
    onUnchanged,
    stepName = functionName,
    ...settings
  }: PlanFilesOptions,
): Promise<PlanSummary> {
  const job = jobFolder(folder);
  const named = { mappings, configFile, rules: givenRules, databases, from, followLinks, stdin };
  const inputs = await gatherInputs(paths, job, { ...named, signal, onFound, onIgnored });
  using gathered = inputs.gathered;
  const { rules } = inputs;
  const { summary, unchanged, plannedAt } = await planInputs(
    {
      job,
      settings: { ...defaultPlanSettings, ...settings },
      ...(after === undefined ? {} : { after: { folder: after, given: settings } }),
      sourceOptions: sources,
      databases: rules.databases,
      media,
      mappingOf: rules.mappingOf,
      declared: rules.declared(gathered.files),
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
