import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Region } from '@chatferry/contract';
import { type App, openApp } from './calls/app.ts';
import { FaultSelector } from './faults/fault-selector.ts';
import { type FaultRule, readFaultRules } from './faults/fault-rule.ts';
import { RequestLog, type SeenRequest } from './http/request-log.ts';
import { PREFIXES } from './http/routes.ts';
import { createServer } from './serving/server.ts';
import { Keys } from './calls/keys.ts';
import { LocalServiceError } from './terms/local-service-error.ts';
import type { LocalServiceOptions } from './options/options.ts';
import { plantSeed, plantSeeds } from './seeding/plant-seeds.ts';
import type { Seed } from './options/seed.ts';
import { Store } from './storage/store.ts';

/** A running local service. `await using` closes it. */
export interface LocalService extends AsyncDisposable {
  readonly port: number;
  readonly appId: string;
  /** The value of the header `x-instance-id` in every answer, different for each database. */
  readonly instanceId: string;
  readonly region: Region;
  /** A key with the scope `fullAccess`. */
  readonly apiKey: string;
  /** A key with the scope `authOnly`. */
  readonly authOnlyKey: string;
  readonly management: { readonly key: string; readonly secret: string };
  /** `http://127.0.0.1:PORT/v3` */
  readonly baseUrl: string;
  /** `http://127.0.0.1:PORT/calls-api/v3` */
  readonly callsBaseUrl: string;
  /** `http://127.0.0.1:PORT/management` */
  readonly managementBaseUrl: string;
  /** The database of the service, for tests that read it or damage it. */
  readonly db: DatabaseSync;
  /** Requests since the start, successful or not. */
  readonly requestCount: number;
  /** The last 10,000 requests, oldest first. */
  readonly requests: readonly SeenRequest[];
  /** Replaces the fault rules from the next request on. @throws {LocalServiceError} `bad-faults` */
  setFaults(rules: readonly FaultRule[]): void;
  /** Adds records, roles, keys and other objects; existing ones are left unchanged. @throws {LocalServiceError} `bad-seed` */
  seed(seed: Seed): void;
  /** Makes the key unknown from the next request on. */
  revokeKey(apiKey: string): void;
  /** Replaces this key by a new key; the old key becomes unknown. @throws {Error} for an unknown key */
  rotateKey(apiKey: string): string;
  /** Stops listening, drops open connections, closes the file. */
  close(): Promise<void>;
}

/**
 * Starts the service on this machine.
 * @throws {LocalServiceError}
 */
export async function startLocalService(options: LocalServiceOptions = {}): Promise<LocalService> {
  const { now = Date.now } = options;
  const store = new Store(options.db ?? ':memory:', now);
  try {
    const app = openApp(store, options);
    const keys = new Keys(store, options.apiKeys, options.management);
    await plantSeeds(store, keys, options);
    return await listen(store, app, keys, options);
  } catch (error) {
    store[Symbol.dispose]();
    throw error;
  }
}

async function listen(
  store: Store,
  app: App,
  keys: Keys,
  {
    port = 0,
    faults = [],
    maxRequestBytes = MAX_REQUEST_BYTES,
    clientTimeoutMs = CLIENT_TIMEOUT_MS,
    sleep = realSleep,
  }: LocalServiceOptions,
): Promise<LocalService> {
  const log = new RequestLog();
  let deck = new FaultSelector(readFaultRules(faults));
  const limits = { maxRequestBytes, clientTimeoutMs, sleep };
  const server = createServer({ store, app, keys, log, faults: () => deck, ...limits });
  const url = await server.listen(HOST, port).catch((cause: NodeJS.ErrnoException) => {
    throw cause.code === 'EADDRINUSE' ? portInUse(port, cause) : cause;
  });

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await server.close();
    store[Symbol.dispose]();
  };

  const service: LocalService = {
    appId: app.id,
    instanceId: app.instanceId,
    region: app.region,
    get apiKey() {
      return keys.find('fullAccess') ?? '';
    },
    get authOnlyKey() {
      return keys.find('authOnly') ?? '';
    },
    management: keys.management,
    ...addressesAt(url),
    db: store.db,
    get requestCount() {
      return log.count;
    },
    get requests() {
      return log.latest();
    },
    setFaults(rules) {
      deck = new FaultSelector(readFaultRules(rules));
    },
    seed(seed) {
      plantSeed(store, keys, seed);
    },
    revokeKey(apiKey) {
      keys.delete(apiKey);
    },
    rotateKey(apiKey) {
      return keys.rotate(apiKey);
    },
    close: () => (closed ??= close()),
    [Symbol.asyncDispose]: () => service.close(),
  };
  return service;
}

function addressesAt(
  url: string,
): Pick<LocalService, 'port' | 'baseUrl' | 'callsBaseUrl' | 'managementBaseUrl'> {
  return {
    port: Number(new URL(url).port),
    baseUrl: url + PREFIXES.chat,
    callsBaseUrl: url + PREFIXES.calls,
    managementBaseUrl: url + PREFIXES.management,
  };
}

function portInUse(port: number, cause: Error): LocalServiceError {
  return new LocalServiceError('port-in-use', `Port ${port} is in use by another process.`, {
    cause,
  });
}

/** Loopback only: the service speaks plain HTTP. */
const HOST = '127.0.0.1';

/** The hosted service's own limit is not documented. This limit has capacity for 50 of the largest messages. */
const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

async function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal });
}

const CLIENT_TIMEOUT_MS = 60_000;
