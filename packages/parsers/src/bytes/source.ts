import type { Readable } from 'node:stream';
import { InputError } from '../input-error.ts';

/** The raw bytes of a file. Closes the stream when the reader stops. */
export async function* source(
  bytes: Readable,
  file: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stop = (): void => void bytes.destroy(signal?.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    for await (const piece of bytes)
      yield typeof piece === 'string' ? Buffer.from(piece) : (piece as Uint8Array);
  } catch (error) {
    signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(
      'unreadable-file',
      `cannot be read: ${reason}.`,
      { file },
      { cause: error },
    );
  } finally {
    signal?.removeEventListener('abort', stop);
    bytes.destroy();
  }
}
