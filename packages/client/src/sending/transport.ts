import type { Dispatcher, Pool } from 'undici';
import { isLoopback, type Method } from '@chatferry/contract';
import { AnswerCollector, type RawAnswer } from '../answers/answer-collector.ts';
import { MAX_ANSWER_BYTES } from '../answers/answer-limits.ts';
import { ApiError, type ApiErrorCode } from '../terms/api-error.ts';
import { NeverLeft } from '../terms/never-left.ts';
import { proxyFault } from './proxy-fault.ts';

export interface TransportOptions {
  readonly connectTimeoutMs: number;
  readonly answerTimeoutMs: number;
  readonly connections: number;
}

export interface Exchange {
  readonly operation: string;
  readonly origin: string;
  readonly method: Method;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyBytes: Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
  readonly mayLeave?: (() => boolean) | undefined;
}

const TIMEOUT_CODES = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ANSWER_TOO_LATE',
]);

type Undici = typeof import('undici');

/** Sends bytes, with one pool of keep-alive connections for each host, and one exchange at a time on each connection. */
export class Transport {
  readonly #options: TransportOptions;
  /** Loaded when the first request is sent: most commands send none. */
  #undici: Promise<Undici> | undefined;
  readonly #pools = new Map<string, Dispatcher>();
  /** Errors of connections that were never established: their requests were not sent. */
  readonly #connectErrors = new WeakSet<Error>();
  #closed: Promise<unknown> | undefined;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Sends a request once and collects the answer, whatever its status.
   * @throws {ApiError} `unreachable`, `timeout` or `untrusted`; the signal's reason when it is aborted
   * @throws {NeverLeft} when `mayLeave` does not allow it
   */
  async exchange(exchange: Exchange): Promise<RawAnswer> {
    const { origin, method, path, headers, bodyBytes, signal, mayLeave } = exchange;
    const undici = await (this.#undici ??= import('undici'));
    signal?.throwIfAborted();
    const collector = new AnswerCollector(signal, this.#options.answerTimeoutMs, mayLeave);
    try {
      const body = bodyBytes ?? null;
      this.#poolFor(undici, origin).dispatch({ origin, method, path, headers, body }, collector);
    } catch (error) {
      collector.fail(error);
    }
    try {
      return await collector.answer;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof NeverLeft) throw error;
      throw this.#failure(exchange, error as Error);
    }
  }

  /** Closes the connections; no exchange is possible afterwards. */
  async close(): Promise<void> {
    await this.#undici; // A request that waits for undici has its pool afterwards.
    this.#closed ??= Promise.all([...this.#pools.values()].map((pool) => pool.close()));
    await this.#closed;
  }

  #poolFor({ buildConnector, EnvHttpProxyAgent, Pool }: Undici, origin: string): Dispatcher {
    let pool = this.#pools.get(origin);
    if (pool === undefined) {
      const { connectTimeoutMs, answerTimeoutMs, connections } = this.#options;
      // Set explicitly, so that no environment variable can disable the verification.
      const connect = buildConnector({
        timeout: connectTimeoutMs,
        rejectUnauthorized: true,
        allowH2: false,
      });
      const settings = {
        connections,
        headersTimeout: answerTimeoutMs,
        bodyTimeout: answerTimeoutMs,
        allowH2: false,
        connect: (options, callback) =>
          connect(options, (...outcome) => {
            if (outcome[0] !== null) this.#connectErrors.add(outcome[0]);
            callback(...outcome);
          }),
      } satisfies Pool.Options;
      // undici reads HTTPS_PROXY and NO_PROXY. It excludes no host by default, and this machine needs no proxy.
      pool = isLoopback(new URL(origin).hostname)
        ? new Pool(origin, settings)
        : new EnvHttpProxyAgent({
            ...settings,
            connectTimeout: connectTimeoutMs,
            requestTls: { rejectUnauthorized: true },
            proxyTls: { rejectUnauthorized: true },
          });
      this.#pools.set(origin, pool);
    }
    return pool;
  }

  #failure(exchange: Exchange, cause: Error): ApiError {
    const { operation, origin, method } = exchange;
    const ofProxy = proxyFault(cause, origin);
    const neverLeft =
      ofProxy !== undefined || this.#connectErrors.has(cause) || isUnverified(codeOf(cause));
    const [code, message] =
      ofProxy === undefined
        ? diagnosis(cause, neverLeft, origin, this.#options)
        : (['unreachable', `${ofProxy}; check the proxy, or leave it out with NO_PROXY.`] as const);
    const mayHaveLanded = !neverLeft && method !== 'GET';
    return new ApiError(code, message, { operation, mayHaveLanded, cause });
  }
}

function diagnosis(
  cause: Error,
  neverLeft: boolean,
  origin: string,
  options: TransportOptions,
): [ApiErrorCode, string] {
  const code = codeOf(cause);
  if (isTimeout(cause))
    return neverLeft
      ? ['timeout', `no connection to ${origin} within ${options.connectTimeoutMs} ms; try later.`]
      : [
          'timeout',
          `no complete answer from ${origin} within ${options.answerTimeoutMs} ms; try later.`,
        ];
  if (code === 'ANSWER_TOO_LARGE')
    return [
      'unreadable',
      `the answer from ${origin} is larger than ${MAX_ANSWER_BYTES / 2 ** 20} MiB, larger than any of the service; ` +
        'check the address, and what is between here and the service.',
    ];
  // undici reports only this about an unrequested 100 Continue.
  if (code === 'UND_ERR_SOCKET' && cause.message === 'bad response')
    return [
      'unreachable',
      `${origin} sent "100 Continue" without a request for it, which ends the connection; the likely sender is a gateway ` +
        'between here and the service; try later.',
    ];
  if (neverLeft && /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/.test(code))
    return [
      'untrusted',
      `${origin} answers without TLS (${code}), so nothing was sent; check the port, and whether the address begins with http.`,
    ];
  if (neverLeft && /CERT|SIGNATURE|ISSUER|^ERR_TLS|^ERR_SSL|^EPROTO/.test(code))
    return [
      'untrusted',
      `the TLS certificate of ${origin} cannot be verified (${code}), so nothing was sent; ` +
        'check the address, or add the authority that signed it to the trusted ones (NODE_EXTRA_CA_CERTS).',
    ];
  return neverLeft
    ? ['unreachable', `no connection to ${origin} (${code}); check address and network, try later.`]
    : ['unreachable', `the connection to ${origin} broke before the answer (${code}); try later.`];
}

/** Whether a certificate was refused before anything was sent. Through a proxy, undici does not report this as a connection error. */
function isUnverified(code: string): boolean {
  return /CERT|SIGNATURE|ISSUER/.test(code) && !code.startsWith('ERR_SSL');
}

function isTimeout(error: Error): boolean {
  return TIMEOUT_CODES.has(codeOf(error));
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
