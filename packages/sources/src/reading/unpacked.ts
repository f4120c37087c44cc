import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { cutOff, refuseExpansion } from '../archive/refuse.ts';
import { SourceError } from '../errors/source-error.ts';

/**
 * The bytes of a file that is compressed with gzip.
 *
 * @param size of the compressed file @throws {SourceError} for a file that is damaged, cut off or hostile
 */
export async function* unpacked(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  size: number,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  // The loop below receives the errors of the pipeline from `gunzip`.
  pipeline(Readable.from(pieces, { objectMode: false }), gunzip, () => {});
  let bytes = 0;
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      refuseExpansion(bytes, file, size);
      yield piece;
    }
  } catch (error) {
    throw error instanceof SourceError || !isZlibError(error)
      ? error
      : cutOff(file, error.message, error);
  }
}

function isZlibError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith('Z_');
}
