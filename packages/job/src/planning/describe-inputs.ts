import type { GatheredFiles } from '../input/gather-files.ts';
import { databaseReadings, storedQueries } from './database-sources.ts';
import { exportReading } from './export-sources.ts';
import { takeOverIds } from './id-settings.ts';
import { storedLookups } from './lookups.ts';
import { refuseServedToo, storedMap } from './media-copies.ts';
import type { OpenEarlierJob } from './open-earlier-job.ts';
import { mappingFor } from './open-sources.ts';
import type { PlanningTask } from './planning-task.ts';
import { type PlanSettings, type Rules, rulesFrom } from './plan-settings.ts';
import { storedMappings } from './stored-mappings.ts';

type Files = GatheredFiles['files'];

/** The inputs and how to read them, before anything is read. A plan with the same `config` and inputs is the same plan. */
export interface DescribedInputs {
  readonly readings: readonly (Files[number] & {
    readonly mapping: ReturnType<typeof mappingFor>;
  })[];
  readonly databaseRows: ReturnType<typeof databaseReadings>;
  /** The readings of files and databases. */
  readonly mappings: readonly (
    | DescribedInputs['readings']
    | DescribedInputs['databaseRows']
  )[number][];
  readonly settings: PlanSettings;
  readonly config: object;
  /** The rules of a plan that is made at a time in milliseconds since 1970. */
  readonly rulesAt: (ms: number) => Rules;
}

/** @param earlier the job before the plan; its settings that form ids are taken over */
export async function describeInputs(
  { settings: ownSettings, after, sourceOptions, databases = [], media, mappingOf }: PlanningTask,
  { files, exports }: Pick<GatheredFiles, 'files' | 'exports'>,
  earlier: OpenEarlierJob | undefined,
): Promise<DescribedInputs> {
  const readings = files.map((each) => ({ ...each, mapping: mappingFor(each, mappingOf) }));
  const databaseRows = databaseReadings(databases);
  if (media !== undefined) refuseServedToo(exports, sourceOptions);
  const exportReadings = exports.map((each) => exportReading(each, sourceOptions));
  const mappings = [...readings, ...databaseRows];
  const idSources = { mappings, exports: exportReadings };
  const taken = earlier && takeOverIds(earlier.plan, after!.given, idSources);
  const settings = { ...ownSettings, ...taken };
  const lookups = await storedLookups(mappings);
  const config = {
    ...settings,
    ...(earlier === undefined ? {} : { after: earlier.config }),
    mappings: storedMappings(mappings),
    ...(Object.keys(lookups).length === 0 ? {} : { lookups }),
    ...(media === undefined ? {} : { media: await storedMap(media) }),
    ...(exports.length === 0 ? {} : { exports: exportReadings }),
    ...(databases.length === 0 ? {} : { databases: storedQueries(databases) }),
  };
  const rulesAt = (ms: number): Rules => rulesFrom(settings, Math.floor(ms / 1000), mappings);
  return { readings, databaseRows, mappings, settings, config, rulesAt };
}
