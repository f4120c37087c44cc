/** Wraps what a function of the caller throws: it is passed on unchanged, and is no problem of the plan's disk. */
export class CallerError extends Error {}

/** For the end of a promise of the caller. */
export function throwOfCaller(cause: unknown): never {
  throw new CallerError('', { cause });
}

/** The items that the caller hands over. */
export async function* ofCaller<Item>(
  items: () => AsyncIterable<Item> | Iterable<Item>,
): AsyncGenerator<Item> {
  try {
    yield* items();
  } catch (error) {
    throwOfCaller(error);
  }
}
