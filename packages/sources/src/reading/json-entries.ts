import type { Archive, Entry } from '../archive/archive.ts';
import type { JsonBeginning } from './json-beginning.ts';
import { jsonBeginning } from './json-files.ts';

const ending = /\.(?:jsonl?|ndjson)$/i;

/** Whether a folder with these names has JSON files, or folders that may have them. */
export function mayHaveJson(names: readonly string[]): boolean {
  return names.some((name) => ending.test(name) || !name.includes('.'));
}

/** Whether a file with this beginning may be JSON. */
export function beginsJson(head: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(head);
}

/** The files of an export that are JSON by their names; the only file, whatever its name. */
export function jsonEntries({ entries }: Archive): readonly Entry[] {
  const named = entries.filter(({ name }) => ending.test(name));
  return entries.length === 1 ? entries : named;
}

/** Sorts files by the depth of their folders. Files of messages are in deeper folders, and may be JSON too. */
export function outermostFirst(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => depthOf(one) - depthOf(other));
}

function depthOf({ name }: Entry): number {
  return name.split('/').length;
}

/** How many files are tried in each folder and in all. Files that show the system are among the first of each folder. */
const LOOKED_AT_IN_FOLDER = 4;
const LOOKED_AT = 48;

/**
 * Recognises an export by the beginnings of its files.
 *
 * @param what returns the sign of this system in a file, as the end of a sentence
 * @returns the rule
 */
export async function recogniseJson(
  archive: Archive,
  entries: readonly Entry[],
  what: (beginning: JsonBeginning) => string | undefined,
): Promise<string | undefined> {
  const inFolder = new Map<string, number>();
  let looked = 0;
  for (const entry of entries) {
    const folder = entry.name.slice(0, entry.name.lastIndexOf('/') + 1);
    const count = inFolder.get(folder) ?? 0;
    if (count === LOOKED_AT_IN_FOLDER) continue;
    inFolder.set(folder, count + 1);
    if (looked++ === LOOKED_AT) break;
    const beginning = await jsonBeginning(archive, entry);
    const found = beginning === undefined ? undefined : what(beginning);
    if (found !== undefined) return `${entry.name} has ${found}`;
  }
  return undefined;
}
