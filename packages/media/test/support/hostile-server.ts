import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';

export interface Asked {
  readonly path: string;
  readonly host: string;
  readonly headers: IncomingMessage['headers'];
}

type Handler = (request: IncomingMessage, response: ServerResponse, times: number) => void;

/** A real server that does what a test says for each path. Its hosts are 127.0.0.1 and localhost. */
export class HostileServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  readonly #server: Server;
  readonly #handlers = new Map<string, Handler>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://any');
      this.asked.push({
        path: url.pathname,
        host: request.headers.host!,
        headers: request.headers,
      });
      const handler = this.#handlers.get(url.pathname);
      const times = this.asked.filter(({ path }) => path === url.pathname).length;
      response.on('error', () => {});
      if (handler === undefined) response.writeHead(404).end('no such file');
      else handler(request, response, times);
    });
  }

  static async start(): Promise<HostileServer> {
    const server = new HostileServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string, host = '127.0.0.1'): string {
    return `http://${host}:${this.port}${path}`;
  }

  on(path: string, handler: Handler): void {
    this.#handlers.set(path, handler);
  }

  /** A file with its validator, and ranges. */
  file(path: string, body: Buffer | string, type = 'image/png'): void {
    const bytes = Buffer.from(body);
    const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
    this.on(path, (request, response) => {
      const start = /^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1];
      const isRange = start !== undefined && (request.headers['if-range'] ?? etag) === etag;
      const part = isRange ? bytes.subarray(Number(start)) : bytes;
      response.writeHead(isRange ? 206 : 200, {
        'content-type': type,
        'content-length': part.length,
        etag,
        ...(isRange
          ? { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }
          : {}),
      });
      response.end(request.method === 'HEAD' ? undefined : part);
    });
  }

  timesAsked(path: string): number {
    return this.asked.filter((each) => each.path === path).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
