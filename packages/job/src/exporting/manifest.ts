import { createHash } from 'node:crypto';
import { createReadStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { linesInFile, replaceFile } from '@chatferry/disk';
import type { JobTarget } from '@chatferry/runner';
import { type Cause } from './causes.ts';
import type { ExportFolder } from './export-folder.ts';
import { exportFiles, type ExportFile } from '../folder/export-files.ts';
import type { ExportLedger } from './export-ledger.ts';
import { committedOf } from './export-writer.ts';

/** A list that was read, and when. Several lists of groups, users or messages count as one. */
interface ListReading {
  /** 1 for the first reading of the app, 2 for changes during it, 3 and more for updates. */
  readonly pass: number;
  readonly list: string;
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Entries that the service sent. */
  readonly read: number;
}

/** A list that the service does not show, or shows incompletely. */
interface IncompleteReading {
  readonly list: string;
  /** How many such lists, messages or searches there are. */
  readonly count: number;
  readonly why: string;
}

interface FileFacts {
  readonly records: number;
  readonly bytes: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The content of the files of an export. */
export interface ExportManifest {
  readonly format: 1;
  readonly app: JobTarget;
  /** The export has everything that the app had at this moment; an update starts from this or an earlier moment. */
  readonly upTo: string;
  /** For a way back: the plan of the job whose records are left out, and the moment from which messages were read. */
  readonly wayBack?: { readonly plan: string; readonly since: string };
  readonly lists: readonly ListReading[];
  readonly files: Readonly<Record<string, FileFacts>>;
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

/** Writes the manifest of the folder, after all other files. */
export async function writeManifest(
  folder: ExportFolder,
  ledger: ExportLedger,
  app: JobTarget,
  upTo: number,
): Promise<ExportManifest> {
  const plan = ledger.setting('wayBack');
  const files: Record<string, FileFacts> = {};
  for (const [file, name] of Object.entries(exportFiles) as [ExportFile, string][]) {
    const { lines, bytes } = committedOf(ledger, file);
    if (lines === 0 && !existsSync(folder.fileOf(file))) continue;
    files[name] = { records: lines, bytes, sha256: await sha256Of(folder.fileOf(file)) };
  }
  if (plan !== undefined)
    for (const file of [folder.edited, folder.deleted])
      files[path.basename(file)] = await whole(file);
  const { appId, region, baseUrl } = app;
  const manifest: ExportManifest = {
    format: 1,
    app: { appId, ...(region && { region }), ...(baseUrl && { baseUrl }) },
    upTo: iso(upTo),
    ...(plan !== undefined && {
      wayBack: { plan, since: iso(Number(ledger.setting('since')) * 1000) },
    }),
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

/** The number of missing records and fields by cause, the largest number first. */
function leftByCause(ledger: ExportLedger): ExportManifest['notExported'] {
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

async function whole(file: string): Promise<FileFacts> {
  let records = 0;
  for await (const _ of linesInFile(file)) records++;
  return { records, bytes: statSync(file).size, sha256: await sha256Of(file) };
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
