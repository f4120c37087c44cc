import type { Archive } from '../../archive/archive.ts';
import { linesOf, parsedLine } from '../../reading/lines.ts';
import { object } from '../../reading/values.ts';
import { linesEntry } from './export-lines.ts';

/** Whether a folder with these names can be an export of Mattermost. */
export function mayBeMattermost(names: readonly string[]): boolean {
  return names.includes('import.jsonl');
}

const firstLine = /^\s*\{\s*"type":\s*"version",\s*"version":\s*1\b/;

/** Whether a file with this beginning can be an export. */
export function beginsMattermost(head: string): boolean {
  return firstLine.test(head);
}

/** The rule by which an export is recognised; undefined for anything else. */
export async function recogniseMattermost(archive: Archive): Promise<string | undefined> {
  const entry = linesEntry(archive);
  if (entry === undefined) return undefined;
  try {
    for await (const [first] of linesOf(archive.piecesOf(entry), archive.placeOf(entry))) {
      const { type, version } = object(parsedLine(first!.text).value);
      return type === 'version' && version === 1
        ? `the first line of ${entry.name} is that of a bulk export, version 1`
        : undefined;
    }
  } catch {
    // A line that cannot be parsed is not from Mattermost.
  }
  return undefined;
}
