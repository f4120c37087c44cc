import type { Archive, Entry } from '../../archive/archive.ts';
import { linesOf } from '../../reading/lines.ts';

/** A line of a chat, without what ends it. */
export interface ChatLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of a chat that are not empty. */
export async function* chatLines(archive: Archive, entry: Entry): AsyncGenerator<ChatLine> {
  for await (const batch of linesOf(archive.piecesOf(entry), archive.placeOf(entry)))
    for (const { number, text } of batch) yield { number, text: text.replace(/\r+$/, '') };
}

/** Bytes at the beginning of a file that are enough for its first lines. */
const HEAD_BYTES = 64 * 1024;

/** The first lines of a file. */
export async function firstLines(
  archive: Archive,
  entry: Entry,
  most: number,
): Promise<readonly string[]> {
  const taken: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of archive.piecesOf(entry)) {
    taken.push(Uint8Array.from(piece.subarray(0, HEAD_BYTES)));
    bytes += piece.length;
    if (bytes >= HEAD_BYTES) break;
  }
  return Buffer.concat(taken).toString().split(/\r*\n/).slice(0, most);
}
