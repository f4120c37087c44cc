import type { Archive } from '../archive/archive.ts';
import { elementsOf } from './elements.ts';

/** The elements of the JSON array in a file, by their numbers, as JSON. @param file as `placeOf` names it */
export async function findElements(
  archive: Archive,
  file: string,
  lines: ReadonlySet<number>,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const entry = archive.entries.find((each) => archive.placeOf(each) === file);
  if (entry === undefined) return found;
  for await (const batch of elementsOf(archive, entry))
    for (const { line, value } of batch)
      if (lines.has(line) && value !== undefined) found.set(line, JSON.stringify(value));
  return found;
}
