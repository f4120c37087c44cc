import path from 'node:path';
import { count, counted } from '@chatferry/contract';
import {
  type ExportManifest,
  type ExportOutcome,
  skippedLine,
  utcMinute,
} from '@chatferry/job/planned';
import { copyLines } from '../media/media-lines.ts';
import { table } from '../printing/table.ts';

const names: Readonly<Record<string, string>> = {
  'edited.ndjson': 'edited messages of the job',
  'deleted.ndjson': 'deleted messages of the job',
  'members.ndjson': 'memberships',
  'friends.ndjson': 'friendships',
  'conversations.ndjson': 'conversations with tags',
};

/** The result of an export as text. */
export function exportLines(
  folder: string,
  { files, notExported, incomplete, upTo, wayBack }: ExportManifest,
  { wasComplete, requests, skipped }: Omit<ExportOutcome, 'manifest' | 'media'>,
  next: readonly string[],
): string[] {
  const rows = Object.entries(files).filter(
    ([name, { records }]) => name.endsWith('.ndjson') && records > 0,
  );
  const left = files['not-exported.jsonl']?.records ?? 0;
  const changed = files['changed.jsonl']?.records ?? 0;
  return [
    ...(wasComplete ? ['The export is complete; nothing was read.'] : []),
    ...table(rows.map(([name, { records }]) => [names[name] ?? path.parse(name).name, records])),
    ...(left === 0
      ? []
      : [
          `${counted(left, 'record or field', 'records and fields')} not exported: ${byCount(notExported)}. Each is in ${path.join(folder, 'not-exported.jsonl')}.`,
        ]),
    ...(changed === 0
      ? []
      : [
          `${counted(changed, 'change')} while the app was read, or since the export before: each is in ${path.join(folder, 'changed.jsonl')}.`,
        ]),
    ...incomplete.map(
      ({ list, count: lists, why }) => `Not complete: ${list} (${count(lists)}). ${why}`,
    ),
    ...skipped.map(skippedLine),
    `${whatIsIn(wayBack)} ${utcMinute(Date.parse(upTo))} UTC is in ${folder}, read in ${counted(requests, 'request')}.`,
    ...next.map((command) => `Plan it with: ${command}`),
  ];
}

/** The copied files, or the command that copies files whose addresses expire. @param again the typed command */
export function mediaLines(
  { notExported }: ExportManifest,
  to: string | undefined,
  copied: ExportOutcome['media'],
  again: string,
): string[] {
  if (to !== undefined && copied !== undefined) return copyLines(to, { ...copied, rejected: 0 });
  return notExported.signature === undefined
    ? []
    : [`Copy the files with: ${again} --media ./media`];
}

function whatIsIn(wayBack: ExportManifest['wayBack']): string {
  if (wayBack === undefined) return 'Everything that the app had at';
  return `What people wrote in the app between ${utcMinute(Date.parse(wayBack.since))} and`;
}

function byCount(causes: ExportManifest['notExported']): string {
  return Object.entries(causes)
    .map(([cause, number]) => `${cause} ${count(number)}`)
    .join(', ');
}
