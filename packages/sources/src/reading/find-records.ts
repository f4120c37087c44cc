import type { Archive, Entry } from '../archive/archive.ts';

/**
 * The records of a file at some lines, as text.
 *
 * @param file as `placeOf` names it @param read reads the records of the file @param textOf returns undefined for anything but a record
 */
export async function findRecords<Found extends { readonly line: number }>(
  archive: Archive,
  file: string,
  lines: ReadonlySet<number>,
  read: (archive: Archive, entry: Entry) => AsyncIterable<readonly Found[]>,
  textOf: (found: Found) => string | undefined,
): Promise<Map<number, string>> {
  const texts = new Map<number, string>();
  const entry = archive.entries.find((each) => archive.placeOf(each) === file);
  if (entry === undefined) return texts;
  for await (const batch of read(archive, entry))
    for (const found of batch) {
      const text = lines.has(found.line) ? textOf(found) : undefined;
      if (text !== undefined) texts.set(found.line, text);
    }
  return texts;
}
