/** The first bytes of the single file that `mongodump --archive` writes. */
const ARCHIVE = [0x6d, 0xe2, 0x99, 0x81];

export const ARCHIVE_MARK_BYTES = ARCHIVE.length;

/** @param head at least four bytes, decompressed */
export function beginsArchive(head: Uint8Array): boolean {
  return ARCHIVE.every((byte, index) => head[index] === byte);
}
