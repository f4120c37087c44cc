import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';

/** The state of a job. Waits for a store that is away. */
export async function stateOf(address: string, name: string): Promise<string | undefined> {
  const rows = await rowsOf(address, 'SELECT state FROM chatferry.job WHERE name = $1', [name]);
  return rows[0]?.['state'] as string | undefined;
}

/** Ends all connections to the store at this moment, as an administrator or a proxy does. */
export async function endBackends(address: string): Promise<void> {
  await rowsOf(
    address,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chatferry'",
  );
}

async function rowsOf(
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
