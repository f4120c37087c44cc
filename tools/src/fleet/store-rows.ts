import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

/** The state of a job. Waits while the store is unavailable. */
export async function stateOf(address: string, name: string): Promise<string | undefined> {
  const rows = await rowsOf(address, 'SELECT state FROM chatferry.job WHERE name = $1', [name]);
  return rows[0]?.['state'] as string | undefined;
}

/** Ends all connections to the store, as an administrator or a proxy does. */
export async function endBackends(address: string): Promise<void> {
  await rowsOf(
    address,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chatferry'",
  );
}

/** The process id of one of the store's connections. */
export async function oneBackend(address: string): Promise<number | undefined> {
  const rows = await rowsOf(
    address,
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'chatferry' ORDER BY random() LIMIT 1",
  );
  return rows[0]?.['pid'] as number | undefined;
}

/** The waiting statements and their locks, for a job that does not end. */
export async function standstill(address: string): Promise<string> {
  const queries = [
    'SELECT name, state, step, kind, run, reason FROM chatferry.job',
    'SELECT * FROM chatferry.shift WHERE NOT done',
    'SELECT *, clock_timestamp() AS now FROM chatferry.quota',
    "SELECT state, singleton_key, retry_count, start_after, heartbeat_on FROM chatferry_shifts.job WHERE state < 'completed'",
    'SELECT pid, pg_blocking_pids(pid) AS waits_for, state, xact_start, wait_event, left(query, 200) AS query FROM pg_stat_activity WHERE query_start IS NOT NULL',
  ];
  const rows = await Promise.all(queries.map((query) => rowsOf(address, query)));
  return rows.flatMap((each) => each.map((row) => JSON.stringify(row))).join('\n');
}

export async function rowsOf(
  address: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  for (;;) {
    const client = new Client(address);
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text, values)).rows as Record<string, unknown>[];
    } catch {
      await setTimeout(200);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
