import { Readable } from 'node:stream';
import { InputError } from '../terms/input-error.ts';

/** The raw bytes of a file. Closes the stream when the reader stops. */
export async function* source(
  bytes: AsyncIterable<Uint8Array | string>,
  file: string,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const destroy = (reason?: Error): void => {
    if (bytes instanceof Readable) bytes.destroy(reason);
  };
  const stop = (): void => destroy(signal?.reason as Error);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    signal?.throwIfAborted();
    for await (const piece of bytes) {
      signal?.throwIfAborted();
      yield typeof piece === 'string' ? Buffer.from(piece) : piece;
    }
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
    destroy();
  }
}
