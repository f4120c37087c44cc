import { existsSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import type { Configuration } from '@chatferry/configuration';
import {
  unusedEntries,
  optionsIn,
  configuredDatabases,
  isFileOf,
} from '@chatferry/configuration/inputs';
import { counted } from '@chatferry/contract';
import { areAccepted, excludedOf, utcMinute } from '@chatferry/job/planned';
import {
  type FoundInputs,
  type IgnoredFile,
  mappedFile,
  mostReplies,
  conversationsIn,
  planAllKinds,
  type PlanFilesOptions,
  planFinishTime,
} from '@chatferry/job/planning';
import { leftForLater, openPlan, type PlanSummary } from '@chatferry/planner';
import type { OptionValues } from '../arguments/options.ts';
import { rateFrom } from '../configuration/settings.ts';
import { interruptible } from '../terms/interruption.ts';
import type { Io } from '@chatferry/output/terms/io';
import { planOfRest } from '../printing/command-line.ts';
import { resultJson } from '@chatferry/output/printing/print';
import { Refusal } from '@chatferry/contract/refusal';
import type { Workspace } from '../configuration/workspace.ts';
import { inputRules, isConfiguration, isOwn, namedInputs } from './named-inputs.ts';
import { planSettingsFrom } from './plan-settings-from.ts';
import { planJson } from '@chatferry/output/planning/plan-json';
import {
  planReport,
  type ReportContext,
  shortReport,
} from '@chatferry/output/planning/plan-report';
import { planningScreen } from '@chatferry/output/planning/planning-screen';
import { withContent } from './unreadable-input.ts';

export interface ReportedPlan {
  readonly summary: PlanSummary;
  /** Whether `--max-rejects` allows the number of rejected rows; excluded rows do not count. */
  readonly accepted: boolean;
}

/** Plans the files in the arguments, and prints the result. */
export async function planAndReport(
  workspace: Workspace,
  positionals: readonly string[],
  values: OptionValues,
  io: Io,
): Promise<ReportedPlan> {
  const { setting, job } = workspace;
  const quiet = values.quiet === true || values.json === true;
  const rate = rateFrom(setting);
  const ignored: IgnoredFile[] = [];
  let unchangedSince: number | undefined;
  const summary = await planWatched(workspace, positionals, values, io, {
    onIgnored: (entry) => {
      if (!isOwn(entry.file, values.config, job.path)) ignored.push(entry);
    },
    onUnchanged: (plannedAt) => (unchangedSince = plannedAt),
  });
  const unchanged = unchangedSince !== undefined;

  using plan = openPlan(job.plan);
  const excluded = excludedOf(plan);
  const accepted = areAccepted(summary, excluded, setting('max-rejects') ?? 0);
  const next = summary.requests === 0 ? [] : [workspace.next('run')];
  const nowMs = systemClock.now();
  const context: ReportContext = {
    nowMs,
    finishesAt: planFinishTime(summary, rate, nowMs, mostReplies(plan)),
    ignored,
    excluded,
    roots: plan.problemRoots(),
    job,
    hasIdMap: existsSync(job.idMap),
  };
  if (values.json === true)
    io.out(resultJson(planJson(plan, { ...context, unchanged, accepted, next })));
  else {
    if (unchangedSince !== undefined && !quiet) {
      io.err(`Nothing changed since the plan was made, ${utcMinute(unchangedSince)} UTC.`);
      io.err('');
    }
    for (const line of (quiet ? shortReport : planReport)(summary, context)) io.out(line);
    const left = leftForLater(summary);
    if (left > 0 && !quiet)
      io.out(
        `${counted(left, 'row')} left to a later job. When this one is sent, plan that job with: ${planOfRest(io.env, job.path, positionals, values)}`,
      );
  }
  return { summary, accepted };
}

/** @throws {Refusal} for --gone without --after */
function goneFrom({ gone, after }: OptionValues): number | undefined {
  if (gone !== undefined && after === undefined)
    throw new Refusal('--gone removes what an earlier job landed.', 'Name that job: --after JOB.');
  return gone;
}

/** @throws {Refusal} when copies are required and the configuration names no map */
function mediaFrom(
  { media }: Configuration,
  { 'require-media': isRequired }: OptionValues,
): PlanFilesOptions['media'] {
  if (media !== undefined) return { map: media.map, isRequired };
  if (isRequired === true)
    throw new Refusal(
      '--require-media needs a map of copies.',
      'Copy the files with chatferry media copy, and name its map in the configuration: media: { map: media/map.ndjson }',
    );
  return undefined;
}

/** Plans, and shows the progress. @throws {Refusal} @throws {Interrupted} */
async function planWatched(
  { configuration, setting, job, next }: Workspace,
  positionals: readonly string[],
  values: OptionValues,
  io: Io,
  watch: Pick<PlanFilesOptions, 'onIgnored' | 'onUnchanged'>,
): Promise<PlanSummary> {
  const quiet = values.quiet === true || values.json === true;
  const given = namedInputs(positionals, configuration);
  // Inputs on the command line replace the databases, as they replace `inputs`.
  const databases = positionals.length > 0 ? [] : configuredDatabases(configuration, io.env);
  const listed = values['only-conversations'];
  const changes = {
    editMessages: values['edit-messages'],
    removeGone: goneFrom(values),
    newerThan: values['newer-than'],
    onlyConversations: listed === undefined ? undefined : conversationsIn(listed),
  };
  using screen = planningScreen(io, values);
  const stopped = 'Stopped before the plan was complete; nothing was planned.';
  const planning = interruptible(io, stopped, (signal) =>
    planAllKinds(given, {
      job: job.path,
      ...planSettingsFrom(setting, configuration, changes),
      after: values.after,
      rules: inputRules(values, configuration, databases),
      followLinks: values['follow-links'],
      from: setting('from'),
      sources: optionsIn(configuration.sources),
      media: mediaFrom(configuration, values),
      stdin: io.stdin,
      stepName: next,
      signal,
      onFound: (found) => checkFound(found, configuration, values, io),
      onWarning: io.err,
      onProgress: quiet ? undefined : screen.show,
      onOutdated: quiet ? undefined : (reasons) => printOutdated(io, reasons),
      ...watch,
      onIgnored: (entry) => {
        if (!isFileOf(databases, entry.file)) watch.onIgnored?.(entry);
      },
    }),
  );
  return await planning.catch(async (error: unknown) => {
    throw await withContent(error);
  });
}

/** Reports entries of the configuration that match no input. @throws {Refusal} when an input is stdin and stdin is the keyboard */
function checkFound(
  { inputs, ignored }: FoundInputs,
  configuration: Configuration,
  { config }: OptionValues,
  io: Io,
): void {
  if (io.stdin.isTTY === true && inputs.some(({ path }) => path === undefined))
    throw new Refusal(
      'The input is stdin (-), and stdin is the keyboard.',
      'Pipe data into it: zcat messages.ndjson.gz | chatferry plan - --kind messages --format ndjson',
    );
  const mapped = inputs.map((each) => mappedFile(each) ?? each.file);
  const others = ignored.map(({ file }) => file).filter((file) => !isConfiguration(file, config));
  for (const pattern of unusedEntries([...mapped, ...others], configuration))
    io.err(`The configuration names files.${pattern}, but no input has this name.`);
}

/** Maximum number of lines about changes since the last plan. */
const MOST_REASONS = 10;

function printOutdated(io: Io, reasons: readonly string[]): void {
  io.err(`Planning again: ${counted(reasons.length, 'thing')} changed.`);
  const shown = reasons.length > MOST_REASONS ? reasons.slice(0, MOST_REASONS - 1) : reasons;
  for (const reason of shown) io.err(`  ${reason}`);
  if (reasons.length > shown.length) io.err(`  … and ${reasons.length - shown.length} more`);
}
