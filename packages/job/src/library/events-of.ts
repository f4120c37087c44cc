/**
 * Does work that reports to a callback, and yields its reports. A caller that stops reading aborts the work and waits for its end.
 *
 * @param stop also aborts the work
 * @param work receives the callback, and the signal that aborts the work
 */
export async function* eventsOf<Event, Result>(
  stop: AbortSignal | undefined,
  work: (report: (event: Event) => void, signal: AbortSignal) => Promise<Result>,
): AsyncGenerator<Event, Result> {
  const left = new AbortController();
  const signal = stop === undefined ? left.signal : AbortSignal.any([stop, left.signal]);
  const reported: Event[] = [];
  const state = { isOver: false, changed: Promise.withResolvers<void>() };
  const report = (event: Event): void => {
    reported.push(event);
    state.changed.resolve();
  };
  const working = work(report, signal).finally(() => {
    state.isOver = true;
    state.changed.resolve();
  });
  working.catch(() => {}); // Its failure is thrown below.
  try {
    while (!state.isOver) {
      await state.changed.promise;
      state.changed = Promise.withResolvers();
      yield* reported.splice(0);
    }
    yield* reported;
  } finally {
    left.abort();
    await working.catch(() => {});
  }
  return await working;
}
