import type { Archive, Entry } from '../archive/archive.ts';
import { jsonEntries } from '../reading/json-entries.ts';
import { type JsonFile, jsonFiles } from '../reading/json-files.ts';
import type { ExportRows } from './export-rows.ts';
import { leaveOutFile } from './other-files.ts';

/**
 * Reads the records of all JSON files of an archive, and reports the files without records.
 *
 * @param recordsIn finds the records of a file
 * @param isAttachment whether messages have a file, which is then not reported
 */
export async function readJsonRecords<Found>(
  archive: Archive,
  out: ExportRows,
  recordsIn: (file: JsonFile) => AsyncIterable<readonly Found[]>,
  read: (record: Found) => void,
  isAttachment: (entry: Entry) => boolean = () => false,
): Promise<void> {
  const entries = jsonEntries(archive);
  for await (const file of jsonFiles(archive, entries)) {
    if (file.beginning === undefined) leaveOutFile(file.file, 'not JSON', out);
    for await (const batch of recordsIn(file)) for (const record of batch) read(record);
  }
  for (const entry of archive.entries)
    if (!entries.includes(entry) && !isAttachment(entry))
      leaveOutFile(archive.placeOf(entry), 'not JSON', out);
}
