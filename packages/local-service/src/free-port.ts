import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give connections ports above 32767 (Linux) or 49151 (others), even while a server is restarted. */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/**
 * A port of 127.0.0.1 that is free now, and that the system gives to no connection, so that a server can be restarted on it. Port 0 of
 * `startLocalService` does not need this function.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}
