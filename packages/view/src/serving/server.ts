import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setInterval } from 'node:timers';
import type { Address } from './address.ts';
import { admitted } from './guard.ts';

/** The answer to a request. */
export interface Answer {
  readonly status?: number;
  readonly type: string;
  /** A list is sent part by part. */
  readonly body: string | Iterable<string>;
  /** Name of the file to save it as. */
  readonly saveAs?: string;
}

export interface Site {
  /** @param base the path of the first page, without a slash at its end */
  readonly answer: (address: Address, base: string) => Promise<Answer>;
  /** The changes since the page was loaded, as JSON; sent to open pages once a second when the text has changed. */
  readonly news: () => string;
}

export interface LocalServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const NEWS_MS = 1000;
/** The most pages that get events at the same time. */
const LISTENERS = 32;

/** Serves a site to the browsers of this machine, at an address that cannot be guessed. @param port 0: a free port */
export async function serveSite(site: Site, port: number): Promise<LocalServer> {
  const token = randomBytes(16).toString('base64url');
  const base = `/${token}`;
  const pages = new OpenPages(site.news);
  const server = createServer((request, response) => {
    const { port: own } = server.address() as AddressInfo;
    const address = admitted(request, token, own);
    if (typeof address === 'number') return refuse(response, address);
    if (address.path[0] === 'events') return pages.add(request, response);
    return void answerOf(site, address, base).then((answer) =>
      send(response, answer, request.method === 'HEAD'),
    );
  });

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}${base}/`,
    port: own,
    [Symbol.asyncDispose]: async () => {
      pages[Symbol.dispose]();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The pages that are open in browsers. They get the news once a second when it has changed. */
class OpenPages implements Disposable {
  readonly #news: () => string;
  readonly #listeners = new Set<ServerResponse>();
  readonly #timer: NodeJS.Timeout;
  #latest = '';

  constructor(news: () => string) {
    this.#news = news;
    this.#timer = setInterval(() => this.#send(), NEWS_MS);
    this.#timer.unref();
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.#listeners.size >= LISTENERS) return refuse(response, 404);
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    response.write(`data: ${this.#news()}\n\n`);
    this.#listeners.add(response);
    request.on('close', () => this.#listeners.delete(response));
  }

  #send(): void {
    if (this.#listeners.size === 0) return;
    const news = this.#news();
    if (news === this.#latest) return;
    this.#latest = news;
    for (const listener of this.#listeners) listener.write(`data: ${news}\n\n`);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}

/** A defect ends one answer, not the server. */
async function answerOf(site: Site, address: Address, base: string): Promise<Answer> {
  try {
    return await site.answer(address, base);
  } catch (error) {
    return { status: 500, type: 'text/plain', body: `A defect of chatferry: ${String(error)}` };
  }
}

async function send(
  response: ServerResponse,
  { status = 200, type, body, saveAs }: Answer,
  isHead: boolean,
): Promise<void> {
  response.writeHead(status, {
    ...HEADERS,
    'content-type': `${type}; charset=utf-8`,
    ...(saveAs && { 'content-disposition': `attachment; filename="${saveAs}"` }),
  });
  if (isHead) response.end();
  else if (typeof body === 'string') response.end(body);
  else await stream(response, body);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { ...HEADERS, 'content-length': 0 });
  response.end();
}

/** Waits for a slow reader, so that a long list takes no memory. */
async function stream(response: ServerResponse, parts: Iterable<string>): Promise<void> {
  for (const part of parts) {
    if (response.destroyed) return;
    if (!response.write(part))
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}
