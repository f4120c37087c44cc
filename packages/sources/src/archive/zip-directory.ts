import path from 'node:path';
import yauzl, { type Entry as ZipEntry, type ZipFile } from 'yauzl';
import { SourceError } from '../source-error.ts';
import { byName, isAdded, type ListedEntry, wrapperOf } from './listing.ts';

/** A file in a ZIP archive: what its central directory contains. */
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

/** An archive may grow this much when it is unpacked. */
const MOST_EXPANSION = 1000;

/** Below this size, any expansion is harmless. */
const HARMLESS_BYTES = 2 ** 30;

const LINK = 0o120000;
const FILE_TYPE = 0o170000;

/**
 * Reads the central directory and refuses an archive that no program makes without bad intent.
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
  refuseExpansion(all, file, zip.fileSize);
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

/** Exports do not always mark their names as UTF-8 although they are. Other names are in the code page of the DOS. */
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

function refuseExpansion(entries: readonly ZippedEntry[], file: string, fileSize: number): void {
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  if (bytes <= HARMLESS_BYTES || bytes <= fileSize * MOST_EXPANSION) return;
  throw hostile(
    file,
    `it has ${fileSize} bytes and would have ${bytes} unpacked, more than ${MOST_EXPANSION} times as many`,
  );
}

function outside(file: string, name: string): SourceError {
  return hostile(file, `its entry ${shown(name)} would be outside its folder`);
}

function hostile(file: string, why: string): SourceError {
  return new SourceError(
    'hostile-archive',
    `${file} is refused: ${why}.`,
    'Do not unpack it. Export again, and check where this archive comes from.',
  );
}

export function cutOff(file: string, why: string, cause?: unknown): SourceError {
  return new SourceError(
    'bad-archive',
    `${file} is damaged or cut off: ${why}.`,
    `Copy or download ${path.basename(file)} again.`,
    cause === undefined ? {} : { cause },
  );
}

/** Names come from the archive and may contain control characters. */
export function shown(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
