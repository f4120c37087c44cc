import { type LocalServiceOptions, startLocalService } from '@chatferry/local-service';
import { type Client, type ClientOptions, createClient } from '../../src/index.ts';
import { sampleCall } from './sample-call.ts';

/** The app that the suite tests: of a local service, or a hosted one. */
export interface TestedApp extends AsyncDisposable {
  /** With a key of full access. */
  readonly client: Client;
  /** With a key that may create users and tokens only; `undefined` when there is none. */
  readonly authOnly: Client | undefined;
  /** The options of `client`. */
  readonly options: ClientOptions;
  /** Another client of the same app; closed with this one. */
  readonly clientWith: (changes: ClientOptions) => Client;
  /** An id that no other run of the suite uses. */
  readonly id: (name: string) => string;
}

const UNPACED = { import: 'unlimited', core: 'unlimited', standard: 'unlimited' } as const;

/** What the service may do with lists that the facts do not depend on. By default the newest page comes first, and pages are whole. */
export const otherReading: LocalServiceOptions = {
  firstPage: 'oldest',
  faults: [
    { fault: 'capped-pages', items: 2, stated: false },
    { fault: 'inclusive-cursors' },
    { fault: 'total-zero' },
    { fault: 'junk-items', junk: ['null'] },
  ],
};

export async function openLocal(reading: LocalServiceOptions = {}): Promise<TestedApp> {
  const service = await startLocalService({
    ...reading,
    region: 'us',
    importRequestsPerMinute: 'unlimited',
    requestsPerMinute: 'unlimited',
    sendsPerMinute: 'unlimited',
    seed: {
      calls: [sampleCall],
      blockedMessages: [{ id: 'blocked-1', data: { text: 'rude' } }],
      bots: [{ uid: 'helper-bot', name: 'Helper' }],
      flaggedMessages: [{ id: 'flagged-1', status: 'open' }],
    },
  });
  const options = {
    appId: service.appId,
    region: service.region,
    baseUrl: service.baseUrl,
    callsBaseUrl: service.callsBaseUrl,
    managementBaseUrl: service.managementBaseUrl,
    apiKey: service.apiKey,
    managementKey: service.management.key,
    managementSecret: service.management.secret,
    requestsPerMinute: UNPACED,
  };
  return testedApp(options, service.authOnlyKey, () => service.close());
}

/** The environment variables of a hosted app; the suite runs against it when address and key are set. */
export const live = {
  /** The chat API's address with its version. */
  origin: process.env['CHATFERRY_LIVE_ORIGIN'],
  callsOrigin: process.env['CHATFERRY_LIVE_CALLS_ORIGIN'],
  managementOrigin: process.env['CHATFERRY_LIVE_MANAGEMENT_ORIGIN'],
  appId: process.env['CHATFERRY_LIVE_APP_ID'],
  apiKey: process.env['CHATFERRY_LIVE_API_KEY'],
  authOnlyKey: process.env['CHATFERRY_LIVE_AUTH_ONLY_KEY'],
  managementKey: process.env['CHATFERRY_LIVE_MANAGEMENT_KEY'],
  managementSecret: process.env['CHATFERRY_LIVE_MANAGEMENT_SECRET'],
};

export function openHosted(): Promise<TestedApp> {
  const { origin = '', callsOrigin = origin.replace('.api-', '.call-'), appId, apiKey } = live;
  const { managementOrigin, managementKey, managementSecret } = live;
  const options: ClientOptions = {
    baseUrl: origin,
    callsBaseUrl: callsOrigin,
    ...(appId === undefined ? {} : { appId }),
    ...(managementOrigin === undefined ? {} : { managementBaseUrl: managementOrigin }),
    ...(managementKey === undefined ? {} : { managementKey }),
    ...(managementSecret === undefined ? {} : { managementSecret }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  return Promise.resolve(testedApp(options, live.authOnlyKey, () => Promise.resolve()));
}

function testedApp(
  options: ClientOptions,
  authOnlyKey: string | undefined,
  close: () => Promise<void>,
): TestedApp {
  const clients: Client[] = [];
  const clientWith = (changes: ClientOptions): Client => {
    const client = createClient({ ...options, ...changes });
    clients.push(client);
    return client;
  };
  const run = Date.now().toString(36);
  return {
    client: clientWith({}),
    authOnly: authOnlyKey === undefined ? undefined : clientWith({ apiKey: authOnlyKey }),
    options,
    clientWith,
    id: (name) => `cf-${run}-${name}`,
    async [Symbol.asyncDispose]() {
      await Promise.all(clients.map((client) => client.close()));
      await close();
    },
  };
}
