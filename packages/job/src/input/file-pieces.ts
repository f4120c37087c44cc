import { open } from 'node:fs/promises';

/** Bytes read in one call: few calls for a large file, and little memory. */
const PIECE = 256 * 1024;

/**
 * The bytes of a file, piece by piece. A piece is good until the next one is asked for: the file is read into the
 * same memory repeatedly, the next piece while this one is processed.
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
