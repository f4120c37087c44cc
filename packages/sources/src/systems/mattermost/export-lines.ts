import { counted } from '@chatferry/contract';
import type { Archive, Entry } from '../../archive/archive.ts';
import { linesOf } from '../../reading/lines.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { leaveOutFile } from '../../rows/other-files.ts';

/** Names of the file with the lines, the likeliest first. Files of posts in folders next to it may be JSON too. */
const likely = [
  /^(?:[^/]+\/)?[^/]*import\.jsonl$/,
  /^[^/]+\.(?:jsonl|ndjson)$/,
  /^[^/]+\.json$/,
  /^[^/]+\/[^/]+\.(?:jsonl|ndjson)$/,
  /^[^/]+\/[^/]+\.json$/,
];

/** The file with the lines: the only file with the likeliest name. */
export function linesEntry({ entries }: Pick<Archive, 'entries'>): Entry | undefined {
  if (entries.length === 1) return entries[0];
  const found = likely.map((form) => entries.filter(({ name }) => form.test(name)));
  const [entry, ...others] = found.find(({ length }) => length > 0) ?? [];
  return others.length === 0 ? entry : undefined;
}

const secrets = new Set(['password', 'auth_data', 'mfa_secret']);

/** @returns the text of a line that is not JSON, or only its length if the text names a secret */
export function shownText(text: string): string {
  const namesSecret = [...secrets].some((name) => text.includes(`"${name}"`));
  return namesSecret ? `${counted(text.length, 'character')}, not JSON` : text;
}

/** Lines of an export by their numbers, without secrets. Lines that are not JSON are missing. */
export async function findLines(
  archive: Archive,
  entry: Entry,
  lines: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const last = Math.max(...lines);
  for await (const batch of linesOf(archive.piecesOf(entry), archive.placeOf(entry))) {
    for (const { number, text } of batch) if (lines.has(number)) add(found, number, text);
    if (batch.at(-1)!.number >= last) break;
  }
  return found;
}

function add(found: Map<number, string>, number: number, text: string): void {
  try {
    const line: unknown = JSON.parse(text, (name, value: unknown) =>
      secrets.has(name) ? undefined : value,
    );
    found.set(number, JSON.stringify(line));
  } catch {
    // The row has the text of the line.
  }
}

/** Counts the files of an export that are neither the lines nor files of posts. */
export function leaveOutFiles(archive: Archive, lines: Entry | undefined, out: ExportRows): void {
  for (const entry of archive.entries) {
    if (entry === lines || entry.name.startsWith('data/')) continue;
    leaveOutFile(archive.placeOf(entry), 'not the lines, and not in data', out);
  }
}
