/** Pieces of bytes of any size. A piece is valid until the next one is requested. */
export type Pieces = AsyncIterable<Uint8Array>;

/**
 * Reads the beginning of a stream without consuming it.
 * @param bytes the minimum number of bytes, unless the stream is shorter
 */
export async function peek(
  pieces: Pieces,
  bytes: number,
): Promise<{ readonly head: Uint8Array; readonly all: Pieces }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < bytes) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    length += value.length;
    seen.push(length < bytes ? Uint8Array.from(value) : value);
  }
  const head = seen.length === 1 ? seen[0]! : Buffer.concat(seen);
  return { head, all: rejoin(head, iterator) };
}

async function* rejoin(
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const { done, value } = await rest.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}
