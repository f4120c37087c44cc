import { open } from 'node:fs/promises';

/** Bytes read in one call. */
const PIECE = 256 * 1024;

/**
 * The bytes of a file, piece by piece. A piece is valid until the next one is requested: two buffers are reused, and
 * the next piece is read while the caller processes this one.
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
    reading.catch(() => {}); // The await above throws it.
    yield piece.subarray(0, bytesRead);
  }
}
