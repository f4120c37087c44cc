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
  /** What has changed since the page was loaded, as JSON; sent to open pages once a second when it is another text. */
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

/** Serves a site to the browsers of this machine, at an address that cannot be guessed. @param port 0: a free one */
export async function serveSite(site: Site, port: number): Promise<LocalServer> {
  const token = randomBytes(16).toString('base64url');
  const base = `/${token}`;
  const listeners = new Set<ServerResponse>();
  let latest = '';
  const server = createServer((request, response) => {
    const { port: own } = server.address() as AddressInfo;
    const address = admitted(request, token, own);
    if (typeof address === 'number') return refuse(response, address);
    if (address.path[0] === 'events') return listen(request, response);
    return void answer(response, address, request.method === 'HEAD');
  });
  const timer = setInterval(() => {
    if (listeners.size === 0) return;
    const news = site.news();
    if (news === latest) return;
    latest = news;
    for (const listener of listeners) listener.write(`data: ${news}\n\n`);
  }, NEWS_MS);
  timer.unref();

  async function answer(
    response: ServerResponse,
    address: Address,
    isHead: boolean,
  ): Promise<void> {
    const { status = 200, type, body, saveAs } = await answerOf(address);
    response.writeHead(status, {
      ...HEADERS,
      'content-type': `${type}; charset=utf-8`,
      ...(saveAs === undefined
        ? {}
        : { 'content-disposition': `attachment; filename="${saveAs}"` }),
    });
    if (isHead) response.end();
    else if (typeof body === 'string') response.end(body);
    else await stream(response, body);
  }

  /** A defect ends one answer, not the server. */
  async function answerOf(address: Address): Promise<Answer> {
    try {
      return await site.answer(address, base);
    } catch (error) {
      return { status: 500, type: 'text/plain', body: `A defect of chatferry: ${String(error)}` };
    }
  }

  function listen(request: IncomingMessage, response: ServerResponse): void {
    if (listeners.size >= LISTENERS) return refuse(response, 404);
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    response.write(`data: ${site.news()}\n\n`);
    listeners.add(response);
    request.on('close', () => listeners.delete(response));
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}${base}/`,
    port: own,
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
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
