import type { Archive, Entry } from '../archive/archive.ts';
import type { JsonBeginning } from './json-beginning.ts';
import { jsonBeginning } from './json-files.ts';

const ending = /\.(?:jsonl?|ndjson)$/i;

/** Whether a folder with these names has files of JSON, or folders that may have them. */
export function mayHaveJson(names: readonly string[]): boolean {
  return names.some((name) => ending.test(name) || !name.includes('.'));
}

/** Whether a file that begins so may be JSON. */
export function beginsJson(head: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(head);
}

/** The files of an export that are JSON by their names; the only file, whatever its name. */
export function jsonEntries({ entries }: Archive): readonly Entry[] {
  const named = entries.filter(({ name }) => ending.test(name));
  return entries.length === 1 ? entries : named;
}

/** Files of fewer folders first: what messages have as files is in folders next to them, and may be JSON too. */
export function outermostFirst(entries: readonly Entry[]): readonly Entry[] {
  return entries.toSorted((one, other) => depthOf(one) - depthOf(other));
}

function depthOf({ name }: Entry): number {
  return name.split('/').length;
}

/** An export has the files by which it is recognised among the first ones of each folder. */
const LOOKED_AT_IN_FOLDER = 4;
const LOOKED_AT = 48;

/**
 * Recognises an export by how its files begin.
 *
 * @param what a file has by which it is one of this system, as the end of a sentence
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
