import { type Client, type ClientOptions, createClient } from '../../src/index.ts';
import { ManualClock } from './manual-clock.ts';
import { type Reply, ScriptedServer } from './scripted-server.ts';

export const API_KEY = '0123456789abcdef0123456789abcdef01234567';

export interface Rig extends AsyncDisposable {
  readonly client: Client;
  readonly server: ScriptedServer;
  readonly clock: ManualClock;
}

/** A client of a server with these replies, a manual clock and no jitter. */
export async function startRig(
  replies: readonly Reply[],
  options: ClientOptions = {},
): Promise<Rig> {
  const server = await ScriptedServer.start(...replies);
  const clock = new ManualClock();
  const client = createClient({
    appId: 'app1',
    region: 'us',
    baseUrl: `${server.origin}/v3`,
    callsBaseUrl: `${server.origin}/calls-api/v3`,
    managementBaseUrl: `${server.origin}/management`,
    apiKey: API_KEY,
    managementKey: 'm-key',
    managementSecret: 'm-secret',
    requestsPerMinute: { import: 'unlimited', core: 'unlimited', standard: 'unlimited' },
    clock,
    random: () => 0,
    ...options,
  });
  return {
    client,
    server,
    clock,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server[Symbol.asyncDispose]();
    },
  };
}
