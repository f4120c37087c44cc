/** Wraps an error of a function of the caller, which is passed on unchanged and does not concern the plan's disk. */
export class CallerError extends Error {}

/** For the `catch` of a promise of the caller. */
export function throwOfCaller(cause: unknown): never {
  throw new CallerError('', { cause });
}

/** The items of the caller, whose errors are wrapped. */
export async function* ofCaller<Item>(
  items: () => AsyncIterable<Item> | Iterable<Item>,
): AsyncGenerator<Item> {
  try {
    yield* items();
  } catch (error) {
    throwOfCaller(error);
  }
}
