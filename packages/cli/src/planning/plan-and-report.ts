import { existsSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import { counted, type Kind } from '@chatferry/contract';
import { openPlan, type PlanSummary } from '@chatferry/planner';
import type { OptionName, OptionValues } from '../arguments/options.ts';
import { ruleOptions } from '../arguments/rule-options.ts';
import { allRows, isWithin, excludedOf, utcMinute, wrongRows } from '@chatferry/job/planned';
import {
  type DatabaseInput,
  type GatheredFiles,
  mostReplies,
  mappedFile,
  planFinishTime,
  planInputs,
  type PlannedInputs,
} from '@chatferry/job/planning';
import { declaredMappings } from '../configuration/declared-mappings.ts';
import { mappingOf, unusedEntries } from '../configuration/file-mapping.ts';
import { optionsIn } from '../configuration/sources.ts';
import { rateFrom } from '../configuration/rate.ts';
import { Interrupted } from '../interrupted.ts';
import { listenForInterrupts } from '../interruption.ts';
import type { Io } from '../io.ts';
import { Refusal } from '../refusal.ts';
import type { Workspace } from '../workspace.ts';
import { configuredDatabases, databaseFiles, mappingsInDatabases } from './configured-databases.ts';
import { gatherInputs } from './gather-inputs.ts';
import { idSettingsFrom, planSettingsFrom } from './plan-settings-from.ts';
import { planJson } from './plan-json.ts';
import { planReport, type ReportContext, shortReport } from './plan-report.ts';
import { planningView } from './planning-view.ts';

/** The options of every command that plans. */
export const planningOptions = [
  'job',
  'config',
  'kind',
  'format',
  'from',
  'after',
  'edit-messages',
  'gone',
  'follow-links',
  ...ruleOptions,
] as const satisfies OptionName[];

export interface ReportedPlan {
  readonly summary: PlanSummary;
  /** Whether at most as many rows were rejected as `--max-rejects` allows; excluded rows do not count. */
  readonly accepted: boolean;
}

/** Plans the files that the arguments name, and prints the result. */
export async function planAndReport(
  workspace: Workspace,
  positionals: readonly string[],
  values: OptionValues,
  io: Io,
): Promise<ReportedPlan> {
  const { setting, job } = workspace;
  const quiet = values.quiet === true || values.json === true;
  const rate = rateFrom(setting);
  const from = setting('from');
  using gathered = await gatherInputs(
    positionals,
    from === undefined ? values : { ...values, from },
    workspace.configuration,
    job,
    io,
  );
  const mapped = gathered.files.map((each) => mappedFile(each) ?? each.file);
  const names = [...mapped, ...gathered.ignored.map(({ file }) => file)];
  for (const pattern of unusedEntries(names, workspace.configuration))
    io.err(`The configuration names files.${pattern}, but no input has this name.`);
  // Like `inputs`: what is named on the command line replaces them.
  const databases =
    positionals.length > 0 ? [] : configuredDatabases(workspace.configuration, io.env);
  const planned = await planWatched(
    workspace,
    gathered,
    {
      databases,
      after: values.after,
      editMessages: values['edit-messages'],
      removeGone: goneFrom(values),
    },
    io,
    quiet,
  );

  const { summary, unchanged } = planned;
  using plan = openPlan(job.plan);
  const excluded = excludedOf(plan);
  const wrong = wrongRows(summary, excluded);
  const accepted = isWithin(wrong, allRows(summary), setting('max-rejects') ?? 0);
  const nowMs = systemClock.now();
  const context: ReportContext = {
    nowMs,
    finishesAt: planFinishTime(summary, rate, nowMs, mostReplies(plan)),
    ignored: gathered.ignored,
    excluded,
    roots: plan.problemRoots(),
    rejectsFile: job.rejects,
    droppedFile: job.dropped,
    notCarriedFile: job.notCarried,
    changedFile: job.changed,
    goneFile: job.gone,
    idMapFile: existsSync(job.idMap) ? job.idMap : undefined,
  };
  if (values.json === true)
    io.out(JSON.stringify(planJson(plan, { ...context, unchanged, accepted })));
  else {
    if (unchanged && !quiet) {
      io.err(`Nothing changed since the plan was made, ${utcMinute(planned.plannedAt)} UTC.`);
      io.err('');
    }
    for (const line of (quiet ? shortReport : planReport)(summary, context)) io.out(line);
  }
  return { summary, accepted };
}

/** What the command line asks of planning, apart from settings. */
interface Asked {
  readonly databases: readonly DatabaseInput[];
  readonly after: string | undefined;
  readonly editMessages: boolean | undefined;
  readonly removeGone: number | undefined;
}

/** @throws {Refusal} without the job that the records have landed in */
function goneFrom({ gone, after }: OptionValues): number | undefined {
  if (gone !== undefined && after === undefined)
    throw new Refusal('--gone removes what an earlier job landed.', 'Name that job: --after JOB.');
  return gone;
}

async function planWatched(
  workspace: Workspace,
  gathered: GatheredFiles,
  { databases, after, ...changes }: Asked,
  io: Io,
  quiet: boolean,
): Promise<PlannedInputs> {
  using interruption = listenForInterrupts(io, () => {});
  using view = planningView(io, () => systemClock.now());
  try {
    const { configuration, setting, job } = workspace;
    const task = {
      job,
      settings: planSettingsFrom(setting, configuration, changes),
      sourceOptions: optionsIn(configuration.sources),
      databases,
      ...(after === undefined
        ? {}
        : { after: { folder: after, given: idSettingsFrom(setting, configuration) } }),
      mappingOf: (file: string, kind: Kind, part?: number) =>
        mappingOf(file, kind, configuration, part),
      declared: [
        ...declaredMappings([...gathered.files, ...databaseFiles(databases)], configuration),
        ...(databases.length === 0 ? [] : mappingsInDatabases(configuration)),
      ],
      sendsWith: workspace.next('run'),
    };
    return await planInputs(task, gathered, {
      signal: interruption.finish,
      onWarning: io.err,
      ...(quiet
        ? {}
        : { onProgress: view.show, onOutdated: (reasons) => printOutdated(io, reasons) }),
    });
  } catch (error) {
    if (interruption.finish.aborted)
      throw new Interrupted('Stopped before the plan was complete; nothing was planned.', {
        cause: error,
      });
    throw error;
  }
}

/** Maximum number of lines about changes since the plan was made. */
const MOST_REASONS = 10;

function printOutdated(io: Io, reasons: readonly string[]): void {
  io.err(`Planning again: ${counted(reasons.length, 'thing')} changed.`);
  const shown = reasons.length > MOST_REASONS ? reasons.slice(0, MOST_REASONS - 1) : reasons;
  for (const reason of shown) io.err(`  ${reason}`);
  if (reasons.length > shown.length) io.err(`  … and ${reasons.length - shown.length} more`);
}
