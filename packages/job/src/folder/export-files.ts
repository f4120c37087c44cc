import { existsSync } from 'node:fs';
import path from 'node:path';

/** The kinds of records in an export, each with its own file. A plan reads the first eight. */
export const exportedKinds = [
  'roles',
  'users',
  'groups',
  'members',
  'messages',
  'reactions',
  'friends',
  'blocks',
  'calls',
  'conversations',
] as const;

export type ExportedKind = (typeof exportedKinds)[number];

export type ExportFile = ExportedKind | 'left' | 'changed';

/** The files that are written line by line. */
export const exportFiles: Readonly<Record<ExportFile, string>> = {
  ...(Object.fromEntries(exportedKinds.map((kind) => [kind, `${kind}.ndjson`])) as Record<
    ExportedKind,
    string
  >),
  left: 'not-exported.jsonl',
  changed: 'changed.jsonl',
};

export const MANIFEST = 'manifest.json';
/** The files of a way back: messages of the job that were edited or deleted in the app. */
export const BACK: readonly string[] = ['edited.ndjson', 'deleted.ndjson'];
export const EXPORT_LEDGER = 'export.sqlite';
export const LOCK = 'lock.sqlite';

const own: ReadonlySet<string> = new Set([
  ...Object.values(exportFiles).flatMap((name) => [name, `${name}.new`]),
  ...[MANIFEST, ...BACK].flatMap((name) => [name, `${name}.new`]),
  ...[EXPORT_LEDGER, LOCK].flatMap((name) => [
    name,
    `${name}-wal`,
    `${name}-shm`,
    `${name}-journal`,
  ]),
]);

/** Whether a file of this name may be in the folder of an export. */
export function isFileOfExport(name: string): boolean {
  return own.has(name);
}

/** Whether a file describes the export itself, rather than containing its records. */
export function isAboutExport(file: string): boolean {
  const name = path.basename(file);
  const holdsRecords = name.endsWith('.ndjson');
  return own.has(name) && !holdsRecords && existsSync(path.join(path.dirname(file), EXPORT_LEDGER));
}
