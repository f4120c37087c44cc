import { open } from 'node:fs/promises';

/** Bytes read at once: few calls for a large file, nothing for the memory. */
const PIECE = 256 * 1024;

/**
 * The bytes of a file, piece by piece. A piece is good until the next one is asked for: the file is read into the
 * same memory over and over, the next piece while this one is being looked at.
 */
export async function* filePieces(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  let [piece, ahead] = [Buffer.allocUnsafeSlow(PIECE), Buffer.allocUnsafeSlow(PIECE)];
  let reading = file.read(ahead);
  for (;;) {
    const { bytesRead } = await reading;
    if (bytesRead === 0) return;
    [piece, ahead] = [ahead, piece];
    reading = file.read(ahead);
    reading.catch(() => {}); // It is thrown when its turn comes.
    yield piece.subarray(0, bytesRead);
  }
}
