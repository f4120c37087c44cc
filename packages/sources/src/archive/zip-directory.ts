import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { byName, isAdded, type ListedEntry, wrapperOf } from './listing.ts';
import { cutOff, hostile, outside, refuseExpansion, shown } from './refuse.ts';

/** A file in a ZIP archive, as the central directory describes it. */
export interface ZippedEntry extends ListedEntry {
  /** Its name in the archive. */
  readonly fullName: string;
  /** Offset of its local header. */
  readonly offset: number;
  readonly compressedBytes: number;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  /** CRC-32 of the bytes. */
  readonly state: number;
}

/** The fixed part of a local header. */
export const LOCAL_HEADER = 30;

const LINK = 0o120000;
const FILE_TYPE = 0o170000;

/**
 * Reads the central directory, and refuses an archive that only an attacker makes.
 *
 * @throws {SourceError} `hostile-archive`
 */
export async function zipDirectory(
  zip: ZipFile,
  file: string,
): Promise<{ readonly entries: readonly ZippedEntry[]; readonly wrapper: string }> {
  const all: ZippedEntry[] = [];
  for await (const entry of zip.eachEntry()) {
    const fullName = nameOf(entry);
    const bad = yauzl.validateFileName(fullName);
    if (bad !== null || fullName.split('/').includes('..')) throw outside(file, fullName);
    if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK)
      throw hostile(file, `its entry ${shown(fullName)} is a link`);
    if (fullName.endsWith('/')) continue;
    all.push(entryOf(entry, fullName));
  }
  refuseOverlaps(all, file, zip.fileSize);
  const bytes = all.reduce((sum, entry) => sum + entry.bytes, 0);
  refuseExpansion(bytes, file, zip.fileSize);
  const own = all.filter(({ fullName }) => !isAdded(fullName));
  const wrapper = wrapperOf(own.map(({ fullName }) => fullName));
  const entries = own
    .map((entry) => ({ ...entry, name: entry.fullName.slice(wrapper.length) }))
    .toSorted(byName);
  for (const [index, { fullName }] of entries.entries())
    if (index > 0 && entries[index - 1]!.fullName === fullName)
      throw hostile(file, `it has two entries named ${shown(fullName)}`);
  return { entries, wrapper };
}

/** Exports do not always mark UTF-8 names as UTF-8. Names that are not UTF-8 are in the code page of DOS. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: ZipEntry): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/');
  } catch {
    return yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  }
}

function entryOf(entry: ZipEntry, fullName: string): ZippedEntry {
  return {
    name: fullName,
    fullName,
    bytes: entry.uncompressedSize,
    compressedBytes: entry.compressedSize,
    offset: entry.relativeOffsetOfLocalHeader,
    method: entry.compressionMethod,
    isEncrypted: entry.isEncrypted(),
    state: entry.crc32,
  };
}

/** Entries that share bytes let a small archive unpack into a huge one. */
function refuseOverlaps(entries: readonly ZippedEntry[], file: string, fileSize: number): void {
  let end = 0;
  let before = '';
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    const { offset, fullName, compressedBytes } = entry;
    if (offset < end)
      throw hostile(file, `its entries ${shown(before)} and ${shown(fullName)} overlap`);
    end = offset + LOCAL_HEADER + Buffer.byteLength(fullName) + compressedBytes;
    before = fullName;
    if (end > fileSize) throw cutOff(file, `its entry ${shown(fullName)} ends after the archive`);
  }
}
