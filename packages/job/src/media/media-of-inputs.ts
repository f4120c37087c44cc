import path from 'node:path';
import { systemClock } from '@chatferry/client';
import type { Kind } from '@chatferry/contract';
import { LinesFile, linesInFile } from '@chatferry/disk';
import type { MediaSource } from '@chatferry/media';
import type { KindMapping } from '@chatferry/parsers';
import { lockJob } from '@chatferry/runner';
import type { ExportFile, SourceOptions } from '@chatferry/sources';
import type { JobFolder } from '../folder/job-folder.ts';
import { makeJobFolder } from '../folder/make-job-folder.ts';
import type { GatheredFiles } from '../input/gather-files.ts';
import type { PlanningProgress } from '../planning/planning-progress.ts';
import {
  type DatabaseInput,
  databaseReadings,
  DatabaseSources,
} from '../planning/database-sources.ts';
import { ExportSources } from '../planning/export-sources.ts';
import { mappingFor, openSources } from '../planning/open-sources.ts';
import { type PlanSettings, rulesFrom } from '../planning/plan-settings.ts';
import { ReadSources } from '../planning/read-sources.ts';
import { mediaSource } from './media-of-plan.ts';

export interface InputsWithMedia {
  /** Rows of exports are in this job's folder while they are read. Its plan stays as it is. */
  readonly job: JobFolder;
  readonly settings: PlanSettings;
  readonly sourceOptions: SourceOptions | undefined;
  readonly databases: readonly DatabaseInput[];
  readonly mappingOf: (file: string, kind: Kind, part?: number) => KindMapping;
  readonly gathered: GatheredFiles;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((progress: PlanningProgress) => void) | undefined;
  /** Called with rows that cannot be records, whose files are not listed. */
  readonly onRejected: (rows: number) => void;
}

/**
 * The files that the records of inputs point to. Inputs are read as `plan` reads them, but with the signatures that a plan leaves out.
 *
 * @throws {InputError} for an input that cannot be read to its end
 */
export async function* mediaOfInputs({
  job,
  settings,
  sourceOptions,
  databases,
  mappingOf,
  gathered: { files, exports },
  signal,
  onProgress,
  onRejected,
}: InputsWithMedia): AsyncGenerator<MediaSource> {
  const nowMs = systemClock.now();
  const readings = files.map((each) => ({ ...each, mapping: mappingFor(each, mappingOf) }));
  const databaseRows = databaseReadings(databases);
  await using opened = await DatabaseSources.open(databases, databaseRows, signal);
  makeJobFolder(job);
  using _ = lockJob(job.path, nowMs);
  using exported = new ExportSources(exports, sourceOptions, job);
  const inputs = { job, readings, databaseRows, exported, opened };
  const { sources, tables } = await openSources(inputs, signal);
  const rules = rulesFrom(settings, Math.floor(nowMs / 1000), [...readings, ...databaseRows]).read;
  // The files of an export are found all at the same time, before its first row.
  const list = path.join(job.exportRows, 'media-files');
  using listed = exports.length === 0 ? undefined : new LinesFile(list);
  await using read = new ReadSources({
    rules: { ...rules, lookups: tables, media: { lists: true } },
    earlier: undefined,
    signal,
    unread: [],
    onNotCarried: () => {},
    onFile: (file) => listed?.write(JSON.stringify(file)),
    onProgress,
    mostThreads: 0, // Files take longer than rows, so threads would only cost memory.
  });
  for (const { blocks } of sources.map((source) => read.rowsOf(source)))
    for await (const block of blocks({})) {
      signal?.throwIfAborted();
      for (const { url, kind, ...more } of block.mediaAddresses ?? []) {
        const found = mediaSource(url, kind, more);
        if (found !== undefined) yield found;
      }
      onRejected(block.rejected.length);
      block.release?.();
    }
  if (listed === undefined) return;
  listed.finish();
  for await (const line of linesInFile(list)) {
    if (line === '') continue;
    const { key, file, ...stated } = JSON.parse(line) as ExportFile;
    yield { key, from: { file }, kind: 'attachment', ...stated };
  }
}
