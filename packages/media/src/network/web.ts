import { lookup as systemLookup } from 'node:dns';
import { isLoopback } from '@chatferry/contract';
import type { Dispatcher } from 'undici';
import { NotCopied } from '../terms/cause.ts';
import type { HostHeaders } from './host-headers.ts';
import {
  guardedLookup,
  isPrivateAddress,
  literalAddress,
  type Lookup,
  privateName,
} from './private-addresses.ts';

export interface WebOptions {
  /** The operator's headers for hosts. Each is sent only to its own host, and only over TLS. */
  readonly headers: HostHeaders;
  /** Hosts of private networks that may be contacted, as names or addresses without a port. */
  readonly privateHosts: ReadonlySet<string>;
  /** A request has failed if no answer, or no further piece of it, arrives for this long. */
  readonly timeoutMs: number;
  readonly lookup?: Lookup | undefined;
}

export interface WebAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Dispatcher.ResponseData['body'];
  /** The address after all redirects. */
  readonly url: URL;
  /** Whether the operator's headers were sent. */
  readonly hadKey: boolean;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_REDIRECTS = 8;
const CONNECTIONS = 8;

/** Requests files from hosts. Every request, even after redirects, goes only where the operator may have intended. */
export class Web implements AsyncDisposable {
  readonly #options: WebOptions;
  #dispatcher: Promise<Dispatcher> | undefined;

  constructor(options: WebOptions) {
    this.#options = options;
  }

  /**
   * @param headers of the request itself, such as a range
   * @param key whether the operator's headers may be sent
   * @throws {NotCopied} for an address that must not be contacted, and for too many redirects
   * @throws the error of the network; the signal's reason
   */
  async ask(
    method: 'GET' | 'HEAD',
    address: string,
    headers: Readonly<Record<string, string>>,
    signal?: AbortSignal,
    key: 'with-key' | 'without-key' = 'with-key',
  ): Promise<WebAnswer> {
    const { request } = await import('undici');
    const dispatcher = await this.#connect();
    let url = webAddress(address);
    let mayHaveKey = key === 'with-key';
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      this.#refusePrivate(url);
      const given = mayHaveKey ? this.#keyFor(url) : undefined;
      const found = await request(withoutAccount(url), {
        dispatcher,
        method,
        headers: {
          'user-agent': 'chatferry-media',
          accept: '*/*',
          'accept-encoding': 'identity',
          ...accountOf(url, mayHaveKey),
          ...headers,
          ...given,
        },
        signal: signal ?? null,
      }).catch((error: unknown) => {
        throw ofGuard(error) ?? error;
      });
      const answered = oneValueEach(found.headers);
      const location = REDIRECTS.has(found.statusCode) ? answered['location'] : undefined;
      // The caller no longer reads the answer, so its errors do not matter.
      found.body.on('error', () => {});
      if (location === undefined)
        return {
          status: found.statusCode,
          headers: answered,
          body: found.body,
          url,
          hadKey: given !== undefined,
        };
      await found.body.dump({ limit: 64 * 1024 });
      const next = webAddress(location, url);
      // Even a redirect back to the first host does not restore the key.
      if (next.origin !== url.origin) mayHaveKey = false;
      url = next;
    }
    throw new NotCopied('refused', `more than ${MOST_REDIRECTS} redirects`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#dispatcher)?.destroy();
  }

  #keyFor(url: URL): Readonly<Record<string, string>> | undefined {
    const isSafe = url.protocol === 'https:' || isLoopback(url.hostname);
    return isSafe ? this.#options.headers.get(url.host) : undefined;
  }

  /** Refuses a private address. A name is checked later, when it is resolved for the connection. */
  #refusePrivate({ hostname }: URL): void {
    if (this.#isNamed(hostname)) return;
    const literal = literalAddress(hostname);
    if (literal !== undefined && isPrivateAddress(literal)) throw privateName();
    if (/(?:^|\.)(?:localhost|local|internal|localdomain)\.?$/i.test(hostname)) throw privateName();
  }

  #isNamed(hostname: string): boolean {
    return this.#options.privateHosts.has(hostname.replace(/^\[|\]$/g, '').toLowerCase());
  }

  #connect(): Promise<Dispatcher> {
    return (this.#dispatcher ??= import('undici').then(({ Agent }) => {
      const { timeoutMs, lookup = systemLookup } = this.#options;
      return new Agent({
        connections: CONNECTIONS,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        maxHeaderSize: 64 * 1024,
        allowH2: false,
        connect: {
          timeout: timeoutMs,
          rejectUnauthorized: true,
          lookup: guardedLookup((hostname) => this.#isNamed(hostname), lookup) as Lookup,
        },
      });
    }));
  }
}

function webAddress(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new NotCopied(
      'refused',
      base ? 'redirected to no address of the web' : 'no address of the web',
    );
  return url;
}

/** A login in the address belongs to its host. */
function accountOf({ username, password }: URL, isFirst: boolean): Record<string, string> {
  if (!isFirst || (username === '' && password === '')) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function withoutAccount(url: URL): URL {
  const bare = new URL(url);
  bare.username = bare.password = bare.hash = '';
  return bare;
}

function ofGuard(error: unknown): NotCopied | undefined {
  const inner = error instanceof AggregateError ? error.errors : [error, (error as Error).cause];
  return inner.find((each) => each instanceof NotCopied);
}

function oneValueEach(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : value[0]!]],
    ),
  );
}
