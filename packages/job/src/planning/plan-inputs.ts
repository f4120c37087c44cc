import { existsSync } from 'node:fs';
import { systemClock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { PlanSummary } from '@chatferry/planner';
import { lockJob } from '@chatferry/runner';
import type { Export, SourceOptions } from '@chatferry/sources';
import type { DeclaredMapping } from './declared-mapping.ts';
import type { GatheredFiles } from '../input/gather-files.ts';
import { ledgerState, removeLedger } from '../folder/ledger-state.ts';
import type { JobFolder } from '../folder/job-folder.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import { JobError } from '../errors/job-error.ts';
import { checkFieldNames, checkMappings, checkValues, headersOf } from './check-mappings.ts';
import { type Compilation, compilePlan } from './compile-plan.ts';
import { findPlan, type FoundPlan } from './find-current-plan.ts';
import {
  type DatabaseInput,
  databaseReadings,
  DatabaseSources,
  type OpenDatabase,
  storedQueries,
} from './database-sources.ts';
import { withIdAdvice } from './id-advice.ts';
import { ensureIdMap } from './id-map-file.ts';
import { type GivenSettings, takeOverIds } from './id-settings.ts';
import { storedLookups } from './lookups.ts';
import { mappingFor, openSources } from './open-sources.ts';
import { openEarlierJob } from './open-earlier-job.ts';
import {
  type PlanMedia,
  refuseServedToo,
  requireMedia,
  storedMap,
  writeCopies,
} from './media-copies.ts';
import { type PlanSettings, type Rules, rulesFrom } from './plan-settings.ts';
import { exportInputs, exportReading, ExportSources } from './export-sources.ts';
import { storedMappings } from './stored-mappings.ts';
import { version } from './version.ts';

export interface PlannedInputs {
  readonly summary: PlanSummary;
  /** Whether an earlier plan is still valid, so that nothing was done. */
  readonly unchanged: boolean;
  /** Milliseconds since 1970. */
  readonly plannedAt: number;
}

/** The job that a plan comes after. */
interface PlanAfter {
  readonly folder: string;
  /** The settings that the caller gives; those that form ids are taken over from the job otherwise. */
  readonly given: GivenSettings;
}

export interface PlanningTask {
  readonly job: JobFolder;
  readonly settings: PlanSettings;
  /** The job that this one comes after. */
  readonly after?: PlanAfter | undefined;
  /** For exports of named systems. */
  readonly sourceOptions?: SourceOptions | undefined;
  readonly databases?: readonly DatabaseInput[];
  /** Copies of the files that records point to. */
  readonly media?: PlanMedia | undefined;
  /** Opens a database in place of `openDatabase`. */
  readonly openDatabase?: OpenDatabase | undefined;
  /** @param part see `FoundInput` */
  readonly mappingOf: (file: string, kind: Kind, part?: number) => KindMapping;
  /** Where the mappings come from. */
  readonly declared: readonly DeclaredMapping[];
  /** The command or function that sends a plan. */
  readonly sendsWith: string;
}

export interface PlanningWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: Compilation['onProgress'];
  /** Called before an outdated plan is rebuilt. */
  readonly onOutdated?: ((differences: readonly string[]) => void) | undefined;
  /** Called for each fault in the mappings that leaves no field empty. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/** How long a plan is valid before its first record is sent: which messages are too old changes every day. */
const FRESH_MS = 24 * 60 * 60 * 1000;

/** Before a plan is sent, databases are read each time. */
const UNCOMPARED = 'Only reading shows whether the database has changed.';

/**
 * Makes sure that the job folder contains the plan of the given files. A plan that was made from the same files with
 * the same settings is kept.
 *
 * @throws {JobError} when records of another plan have been sent from this job folder, and for mappings that name what
 *   the files do not have
 */
export async function planInputs(
  {
    job,
    settings: ownSettings,
    after,
    sourceOptions,
    databases = [],
    media,
    openDatabase,
    mappingOf,
    declared,
    sendsWith,
  }: PlanningTask,
  { files, exports, keepStdin }: GatheredFiles,
  { onOutdated, onWarning, ...watch }: PlanningWatch,
): Promise<PlannedInputs> {
  if (existsSync(job.path)) makeJobFolder(job, onWarning);
  const nowMs = systemClock.now();
  let plannedAt = nowMs;
  using earlier = after === undefined ? undefined : openEarlierJob(after.folder, job);
  const readings = files.map((each) => ({ ...each, mapping: mappingFor(each, mappingOf) }));
  const databaseRows = databaseReadings(databases);
  if (media !== undefined) refuseServedToo(exports, sourceOptions);
  const exportReadings = exports.map((each) => exportReading(each, sourceOptions));
  const mappings = [...readings, ...databaseRows];
  const idSources = { mappings, exports: exportReadings };
  const taken = earlier && takeOverIds(earlier.plan, after!.given, idSources);
  const settings = { ...ownSettings, ...taken };
  const lookups = await storedLookups(mappings);
  const rulesAt = (ms: number): Rules => rulesFrom(settings, Math.floor(ms / 1000), mappings);
  const config = {
    ...settings,
    ...(earlier === undefined ? {} : { after: earlier.config }),
    mappings: storedMappings(mappings),
    ...(Object.keys(lookups).length === 0 ? {} : { lookups }),
    ...(media === undefined ? {} : { media: await storedMap(media) }),
    ...(exports.length === 0 ? {} : { exports: exportReadings }),
    ...(databases.length === 0 ? {} : { databases: storedQueries(databases) }),
  };

  const found = await findPlan(job, {
    inputs: files,
    exports: exports.flatMap(exportInputs),
    databases: databaseRows,
    rules: rulesAt(nowMs),
    config,
    version,
  });
  if (found !== undefined) {
    using plan = found.plan;
    const madeAt = plan.rules.now * 1000;
    const begun = ledgerState(job) === 'begun';
    const reasons = [
      ...rebuildReasons(found, begun || nowMs - madeAt < FRESH_MS),
      ...(begun || databases.length === 0 ? [] : [UNCOMPARED]),
    ];
    if (reasons.length === 0) {
      const { media: planned } = plan.summary;
      if (media?.isRequired === true && planned !== undefined) requireMedia(planned);
      ensureIdMap(plan, job.idMap);
      return { summary: plan.summary, unchanged: true, plannedAt: madeAt };
    }
    if (begun && found.differences.length > 0) throw alreadyBegun(job.path, found, sendsWith);
    // Use the time of the first plan: otherwise messages that have become too old since would be missing.
    if (begun) plannedAt = madeAt;
    onOutdated?.(reasons);
  }

  await using opened = await DatabaseSources.open(
    databases,
    databaseRows,
    watch.signal,
    openDatabase,
  );
  const headers = new Map([...(await headersOf(declared, readings)), ...opened.headers]);
  const warnings = checkMappings(declared, headers);
  for (const warning of warnings) onWarning?.(warning);
  makeJobFolder(job);
  using _ = lockJob(job.path, nowMs);
  if (ledgerState(job) === 'untouched') removeLedger(job); // It belongs to the plan that is being replaced.
  using exported = new ExportSources(exports, sourceOptions, job);
  const { sources, tables } = await openSources(
    { job, readings, databaseRows, exported, opened },
    watch.signal,
  );
  const copies = media && { media: await writeCopies(media, job.exportRows) };
  const onRead: Compilation['onRead'] = (rows, fieldNames, mappedValues, outcomes) => {
    if (rows === 0) throw withoutRows(mappings, exports);
    if (media?.isRequired === true) requireMedia(outcomes);
    const later = [
      ...checkFieldNames(declared, files, headers, fieldNames),
      ...checkValues(declared, mappedValues),
    ];
    for (const warning of later) if (!warnings.includes(warning)) onWarning?.(warning);
  };
  const rules = rulesAt(plannedAt);
  const summary = await compilePlan({
    job,
    sources,
    unread: opened.unread,
    rules: { ...rules, read: { ...rules.read, lookups: tables, ...copies } },
    config,
    version,
    earlier: earlier?.job,
    onRead,
    ...watch,
  }).catch((error: unknown) => {
    throw withIdAdvice(error, exports, settings);
  });
  keepStdin();
  return { summary, unchanged: false, plannedAt };
}

/** @param isFresh whether the plan is recent enough */
function rebuildReasons({ damage, differences }: FoundPlan, isFresh: boolean): readonly string[] {
  if (damage !== undefined) return [damage, ...differences];
  if (differences.length === 0 && !isFresh) return ['The plan is more than a day old.'];
  return differences;
}

function withoutRows(files: readonly { file: string }[], exports: readonly Export[]): JobError {
  const read = exports.map(({ path, system }) => `${path}, read as an export of ${system}`);
  const names = new Set(files.map(({ file }) => (file === '-' ? 'stdin' : file)));
  const fix =
    exports.length === 0
      ? 'Export again.'
      : 'Check what it contains. If it is one of another system, do not name this one; else export again.';
  return new JobError(
    'no-rows',
    `There are no rows in ${[...names, ...read].join(exports.length === 0 ? ', ' : '; ')}.`,
    fix,
  );
}

function alreadyBegun(
  folder: string,
  { damage, differences }: FoundPlan,
  sendsWith: string,
): JobError {
  const finish =
    damage === undefined
      ? `Finish that plan with: ${sendsWith}.`
      : 'That plan is damaged: restore its inputs and plan again, to continue with it.';
  return new JobError(
    'already-begun',
    [
      `Records of another plan have already been sent from the job folder ${folder}, and something changed since:`,
      ...differences.map((each) => `  ${each}`),
    ],
    `${finish} Or plan the current inputs into another job folder, where records that have landed count as present.`,
  );
}
