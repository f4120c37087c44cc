import { passOverOutage } from '../store/store-error.ts';
import type { Store } from '../store/store.ts';

/** How often a worker reports itself to the store. */
const STATE_MS = 5000;

export interface PresentWorker {
  readonly store: Pick<Store, 'ask'>;
  readonly worker: string;
  readonly pool: string;
}

/** Shows operators that a worker is present, until it ends. Nothing else depends on this, so an outage of the store is ignored. */
export function startPresence(
  { store, worker, pool }: PresentWorker,
  onDefect: (error: unknown) => void,
): AsyncDisposable {
  const ask = async (text: string, values: readonly string[]): Promise<void> => {
    await store.ask({ text, values: [...values] }).catch(passOverOutage);
  };
  const begin = ask(
    `INSERT INTO chatferry.worker AS w (name, pool, started_at, seen_at) VALUES ($1, $2, clock_timestamp(), clock_timestamp())
     ON CONFLICT (name) DO UPDATE SET pool = excluded.pool, started_at = excluded.started_at, seen_at = excluded.seen_at`,
    [worker, pool],
  ).catch(onDefect);
  const timer = setInterval(() => {
    void ask('UPDATE chatferry.worker SET seen_at = clock_timestamp() WHERE name = $1', [
      worker,
    ]).catch(onDefect);
  }, STATE_MS);
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      await begin;
      await ask(
        "DELETE FROM chatferry.worker WHERE name = $1 OR seen_at < clock_timestamp() - interval '1 day'",
        [worker],
      );
    },
  };
}
