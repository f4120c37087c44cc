import type { Archive, Entry } from '../../archive/archive.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { leaveOutFile } from '../../rows/other-files.ts';

/** The path of a shared file's bytes, as tools store them that add files to an export. */
const upload =
  /(?:^|\/)(?:__uploads\/([A-Z0-9]+)\/[^/]+|attachments\/([A-Z0-9]+)-[^/]*|[CDG][A-Z0-9]+\/(F[A-Z0-9]+)-[^/]*)$/;

/** The names of entries with the bytes of files, by the ids of the files. */
export function uploadsIn(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries) {
    const id = uploadIn(entry);
    if (id !== undefined) found.set(id, entry.name);
  }
  return found;
}

function uploadIn({ name }: Entry): string | undefined {
  return upload
    .exec(name)
    ?.slice(1)
    .find((id) => id !== undefined);
}

/** Counts files that are not read and are not shared files. */
export function leaveOutFiles(archive: Archive, others: readonly Entry[], out: ExportRows): void {
  for (const entry of others) {
    if (uploadIn(entry) !== undefined) continue;
    const reason = isArchive(entry) ? 'an archive inside the export' : 'neither a list nor a day';
    leaveOutFile(archive.placeOf(entry), reason, out);
  }
}

function isArchive({ name }: Entry): boolean {
  return /\.(zip|tar|t?gz|bz2|xz|7z|rar)$/i.test(name);
}
