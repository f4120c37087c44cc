import type { Archive, Entry } from '../../archive/archive.ts';

/** Timetokens that are numbers. They have more digits than JavaScript numbers keep. */
const token =
  /(?<!\\)"(timetoken|actionTimetoken|startTimeToken|endTimeToken)"(\s*):(\s*)(\d{16,18})(?=[\s,}\]])/g;

/** Longer than a key with its number and surrounding spaces. */
const HELD_BACK = 256;

/** An archive in which timetokens of all files are texts. */
export function withExactTimetokens(archive: Archive): Archive {
  const { inOneRead } = archive;
  return {
    ...archive,
    bytesOf: async (entry) => exact(await archive.bytesOf(entry)),
    piecesOf: (entry) => exactPieces(archive.piecesOf(entry)),
    ...(inOneRead === undefined
      ? {}
      : {
          inOneRead: async function* entries(wanted: ReadonlySet<Entry>) {
            for await (const [entry, pieces] of inOneRead(wanted))
              yield [entry, exactPieces(pieces)] as const;
          },
        }),
  };
}

function exact(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const quoted = text.replaceAll(token, '"$1"$2:$3"$4"');
  return quoted.length === text.length ? bytes : Buffer.from(quoted, 'latin1');
}

/** A number may begin in one piece and end in the next piece. */
async function* exactPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const all = Buffer.concat([rest, piece]);
    const end = all.lastIndexOf(COMMA, Math.max(0, all.length - HELD_BACK));
    if (end > 0) yield exact(all.subarray(0, end + 1));
    rest = end > 0 ? all.subarray(end + 1) : all;
  }
  yield exact(rest);
}

const COMMA = 0x2c;
