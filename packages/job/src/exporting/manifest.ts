import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { replaceFile } from '@chatferry/disk';
import type { JobTarget } from '@chatferry/runner';
import { type Cause } from './causes.ts';
import { exportFiles, type ExportFile, type ExportFolder } from './export-folder.ts';
import type { ExportLedger } from './export-ledger.ts';
import { committedOf } from './export-writer.ts';

/** A list that was read, and when. Several lists of groups, users or messages count as one. */
export interface ListReading {
  /** 1 for the first reading of the app, 2 for what changed meanwhile, from 3 on for each update. */
  readonly pass: number;
  readonly list: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Entries that the service sent. */
  readonly read: number;
}

/** A list that the service does not show, or not completely. */
export interface IncompleteReading {
  readonly list: string;
  /** Lists, messages or searches of this sort. */
  readonly count: number;
  readonly why: string;
}

/** What is in the files of an export. */
export interface ExportManifest {
  readonly format: 1;
  readonly app: JobTarget;
  /** The export has everything that the app had then; an update starts from this moment, or from an earlier one. */
  readonly upTo: string;
  readonly lists: readonly ListReading[];
  readonly files: Readonly<
    Record<string, { readonly records: number; readonly bytes: number; readonly sha256: string }>
  >;
  /** Lines of `not-exported.jsonl`, by cause. */
  readonly notExported: Readonly<Partial<Record<Cause, number>>>;
  readonly incomplete: readonly IncompleteReading[];
}

const why: Readonly<Record<string, string>> = {
  members: 'The group was deleted while it was read.',
  friends: 'The service shows no friends of a deactivated user.',
  blocks: 'The service shows no blocks of a deactivated user.',
  reactions: 'The list of the reactions to a message is shorter than the message says.',
  calls: 'The service does not show the calls of the app to this key, or at this address.',
  conversations: 'The service does not show the conversations of the app to this key.',
  'changed messages':
    'The service does not list the messages that were changed. Edits and deletions were found by the notes that it writes about them.',
};

/** Writes what the folder has, after everything else. */
export async function writeManifest(
  folder: ExportFolder,
  ledger: ExportLedger,
  app: JobTarget,
  upTo: number,
): Promise<ExportManifest> {
  const files: Record<string, { records: number; bytes: number; sha256: string }> = {};
  for (const [file, name] of Object.entries(exportFiles) as [ExportFile, string][]) {
    const { lines, bytes } = committedOf(ledger, file);
    files[name] = { records: lines, bytes, sha256: await sha256Of(folder.fileOf(file)) };
  }
  const { appId, region, baseUrl } = app;
  const manifest: ExportManifest = {
    format: 1,
    app: { appId, ...(region && { region }), ...(baseUrl && { baseUrl }) },
    upTo: iso(upTo),
    lists: readings(ledger),
    files,
    notExported: leftByCause(ledger),
    incomplete: incompleteReadings(ledger),
  };
  replaceFile(folder.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

function readings(ledger: ExportLedger): ListReading[] {
  return ledger
    .all('SELECT pass, name, started_at, ended_at, read FROM steps ORDER BY pass, started_at, name')
    .map(({ pass, name, started_at: start, ended_at: end, read }) => ({
      pass: pass as number,
      list: name as string,
      startedAt: iso(start as number),
      endedAt: iso((end ?? start) as number),
      read: read as number,
    }));
}

/** What is not exported, by cause, the largest number first. */
export function leftByCause(ledger: ExportLedger): ExportManifest['notExported'] {
  const sql = 'SELECT cause, count(*) AS n FROM left_out GROUP BY cause ORDER BY n DESC, cause';
  return Object.fromEntries(ledger.all(sql).map(({ cause, n }) => [cause, n]));
}

function incompleteReadings(ledger: ExportLedger): IncompleteReading[] {
  return ledger
    .all('SELECT list, count(*) AS n FROM closed GROUP BY list ORDER BY list')
    .map(({ list, n }) => ({
      list: list as string,
      count: n as number,
      why: why[list as string]!,
    }));
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
