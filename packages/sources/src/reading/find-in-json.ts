import type { Row } from '@chatferry/contract';
import type { Archive } from '../archive/archive.ts';
import type { Place } from './place.ts';
import { jsonEntries } from './json-entries.ts';
import { type JsonFile, jsonFiles } from './json-files.ts';
import { withoutSecretFields } from './secrets.ts';

/** A record of a JSON file, in the form that a preset reads. */
interface PlacedRecord {
  readonly value: Row;
  readonly place: Place;
  readonly broken?: string | undefined;
}

type RecordsIn = (file: JsonFile) => AsyncIterable<readonly PlacedRecord[]>;

/**
 * The records at some lines of a file, as text. The name of a list inside a document begins with the name of its file and a slash.
 *
 * @param shown the text of a record, without secrets
 */
export function findInJson(
  archive: Archive,
  file: string,
  lines: ReadonlySet<number>,
  recordsIn: RecordsIn,
  shown: (record: Row) => string = withoutSecretFields,
): Promise<Map<number, string>> {
  const read = jsonEntries(archive).filter((entry) => isIn(file, archive.placeOf(entry)));
  return findInFiles(jsonFiles(archive, read), file, lines, recordsIn, shown);
}

/** The same for files, some of which may not have the records. */
export async function findInFiles(
  files: AsyncIterable<JsonFile>,
  file: string,
  lines: ReadonlySet<number>,
  recordsIn: RecordsIn,
  shown: (record: Row) => string = withoutSecretFields,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for await (const each of files) {
    if (!isIn(file, each.file)) continue;
    for await (const batch of recordsIn(each))
      for (const { value, place, broken } of batch)
        if (place.file === file && lines.has(place.line) && broken === undefined)
          found.set(place.line, shown(value));
  }
  return found;
}

function isIn(place: string, file: string): boolean {
  return place === file || place.startsWith(`${file}/`);
}
