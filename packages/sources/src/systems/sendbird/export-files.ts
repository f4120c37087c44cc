import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Archive, Entry } from '../../archive/archive.ts';
import { jsonEntries } from '../../reading/json-entries.ts';
import { type JsonFile, jsonFiles } from '../../reading/json-files.ts';
import { takeNameAway } from '../../rows/without-name.ts';

/** The archives of an export: one for each request to Sendbird. */
export function zipEntries({ entries }: Archive): readonly Entry[] {
  return entries.filter(({ name }) => /\.zip$/i.test(name));
}

/**
 * The files of an export, including the files in its archives, one archive at a time.
 *
 * @param workFile for an archive that is inside another archive
 * @param onOther is called for each file that is not JSON
 * @throws {SourceError} for an archive that is damaged or hostile
 */
export async function* exportFiles(
  archive: Archive,
  workFile: string,
  onOther: (file: string) => void = () => {},
): AsyncGenerator<JsonFile> {
  const files = jsonEntries(archive);
  const zips = zipEntries(archive);
  yield* jsonFiles(
    archive,
    files.filter((entry) => !zips.includes(entry)),
  );
  for (const entry of zips) {
    try {
      using inner = await openInner(archive, entry, workFile);
      const read = jsonEntries(inner);
      yield* jsonFiles(archive.within?.(inner) ?? inner, read);
      for (const each of inner.entries) if (!read.includes(each)) onOther(inner.placeOf(each));
    } finally {
      await rm(workFile, { force: true });
    }
  }
  for (const entry of archive.entries)
    if (!files.includes(entry) && !zips.includes(entry)) onOther(archive.placeOf(entry));
}

/**
 * Opens an archive of an export.
 *
 * @param workFile for an archive inside another archive @throws {SourceError} when it is damaged or hostile
 */
export async function openInner(
  archive: Archive,
  entry: Entry,
  workFile: string,
): Promise<Archive> {
  const onDisk = archive.fileOf(entry);
  if (onDisk === undefined)
    await pipeline(archive.piecesOf(entry), createWriteStream(workFile, { mode: 0o600 }));
  const { openZip } = await import('../../archive/zip-archive.ts');
  const inner = await openZip(onDisk ?? workFile);
  if (onDisk === undefined) takeNameAway(workFile);
  return { ...inner, placeOf: ({ name }) => `${archive.placeOf(entry)}/${name}` };
}
