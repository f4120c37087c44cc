import type { Archive, Entry } from '../../archive/archive.ts';
import { linesOf } from '../../reading/lines.ts';

/** A line of a chat, without its line end. */
export interface ChatLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of a chat that are not empty. @param onEnd receives the number of all lines */
export async function* chatLines(
  archive: Archive,
  entry: Entry,
  onEnd?: (lines: number) => void,
): AsyncGenerator<ChatLine> {
  const pieces = countingLines(archive.piecesOf(entry), onEnd);
  for await (const batch of linesOf(pieces, archive.placeOf(entry)))
    for (const { number, text } of batch) yield { number, text: text.replace(/\r+$/, '') };
}

const LINE_FEED = 0x0a;

/** Empty lines at the end are in no batch of lines. */
async function* countingLines(
  pieces: AsyncIterable<Uint8Array>,
  onEnd: ((lines: number) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  let lines = 0;
  let last = LINE_FEED;
  for await (const piece of pieces) {
    if (onEnd !== undefined)
      for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1))
        lines++;
    last = piece.at(-1) ?? last;
    yield piece;
  }
  onEnd?.(last === LINE_FEED ? lines : lines + 1);
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
