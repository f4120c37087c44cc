import { isDeepStrictEqual } from 'node:util';
import { type ContestedIds, type Kind, kindsInOrder } from '@chatferry/contract';
import { JobError, type JobFolder } from '@chatferry/job';
import {
  type DatabaseInput,
  databaseReadings,
  type DatabaseReading,
  defaultPlanSettings,
  type PlanSettings,
  rulesFrom,
  storedLookups,
  storedMappings,
  storedQueries,
  takeOverIds,
  writeLookups,
} from '@chatferry/job/following';
import { driverOf, nameOf } from '@chatferry/sources';
import type { Plan } from '@chatferry/planner';
import type { FollowedSources } from './follow-options.ts';

/** The inputs and rules of all segments. */
export interface FollowedInputs {
  readonly databases: readonly DatabaseInput[];
  /** The readings of all databases, in the order of the databases. */
  readonly readings: readonly DatabaseReading[];
  /** @param now UNIX seconds */
  readonly rulesAt: (now: number) => ReturnType<typeof rulesFrom>;
  /** Whether records whose rows are gone are removed from the app. */
  readonly removesGone: boolean;
}

/** Segments have one lane: they have few records, and a request for each lane would not be full. */
const SEGMENT_LANES = 1;

/**
 * Prepares the inputs and rules for segments after a plan.
 *
 * @throws {JobError} `follow-differs` when the settings, mappings or queries differ from the plan's
 */
export async function followedInputs(
  job: JobFolder,
  plan: Plan,
  sources: FollowedSources,
  { editMessages, removesGone }: { readonly editMessages: boolean; readonly removesGone: boolean },
): Promise<FollowedInputs> {
  const { databases } = sources;
  const readings = databaseReadings(databases);
  const taken = takeOverIds(plan, sources.settings, { mappings: readings, exports: [] });
  const settings: PlanSettings = { ...defaultPlanSettings, ...sources.settings, ...taken } as never;
  const lookups = await storedLookups(readings);
  refuseOther(job, plan, {
    ...settings,
    mappings: storedMappings(readings),
    ...(Object.keys(lookups).length === 0 ? {} : { lookups }),
    databases: storedQueries(databases),
  });
  const tables = await writeLookups(readings, job.exportRows);
  return {
    databases,
    readings,
    removesGone,
    rulesAt: (now) => {
      const rules = rulesFrom({ ...settings, editMessages }, now);
      return {
        plan: {
          ...rules.plan,
          lanes: SEGMENT_LANES,
          // The follower has its own limit of removals.
          ...(removesGone ? { removesGone: 0 } : {}),
        },
        read: { ...rules.read, lookups: tables },
      };
    },
  };
}

/** Settings that may change from one start to the next. */
const free = ['after', 'editMessages', 'removeGone', 'newerThan'];

function refuseOther(job: JobFolder, plan: Plan, config: object): void {
  const [before, now] = [plan.config, config].map(
    (each) => JSON.parse(JSON.stringify(each)) as Record<string, unknown>,
  );
  const names = [...new Set([...Object.keys(before!), ...Object.keys(now!)])];
  const different = names.filter(
    (name) => !free.includes(name) && !isDeepStrictEqual(before![name], now![name]),
  );
  if (different.length === 0) return;
  throw new JobError(
    'follow-differs',
    `${job.path} follows with another configuration than the present one: ${different.join(', ')} differ.`,
    'Put it back as it was. Or follow into a new job folder, after this one: that compares everything once more.',
  );
}

function refuse(what: string, fix: string): never {
  throw new JobError('not-followable', what, fix);
}

/** @throws {JobError} `not-followable` for sources that a follower cannot read again and again */
export function refuseUnfollowable({ databases, settings }: FollowedSources): void {
  if (databases.length === 0)
    refuse(
      'There is no database to follow.',
      'Name it in the configuration, under sources. Exports and files are planned with --after instead.',
    );
  for (const { source } of databases)
    if (driverOf(source).driver === 'dump')
      refuse(
        `${nameOf(source)} is a dump, which does not change.`,
        'Follow the database that the dump is of, or plan the next dump after this job.',
      );
  if (settings.twoPersonGroups === 'direct')
    refuse(
      'Groups of two people cannot become conversations while they are followed: which ones do follows from all of their members.',
      'Follow with groups that are kept.',
    );
}

/** Ids of the service that two records claim, in the form of `RowIds.contested` for a whole export. */
export function contestedIds(plan: Plan): ContestedIds {
  const contested: Partial<Record<Kind, ReadonlyMap<string, readonly string[]>>> = {};
  for (const kind of kindsInOrder) {
    const ids = [...plan.ownIds(kind)];
    const refused = ids.filter(({ state }) => state === 'refused');
    if (refused.length === 0) continue;
    const owners = (service: string): string[] => {
      const forms = ids
        .filter((each) => each.service === service && each.state !== 'refused')
        .map(({ legacy }) => legacy);
      const isRefused = refused.some((each) => each.legacy === service);
      return forms.length > 0 || isRefused ? forms : [service];
    };
    contested[kind] = new Map(refused.map(({ service }) => [service, owners(service)]));
  }
  return contested;
}
