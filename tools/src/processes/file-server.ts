import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The possible faults of a request for a file. */
export type FileFault = 'cut' | 'error' | 'busy' | 'page';

export interface FileServerOptions {
  /** The size of a file in bytes, by the file's number; the same at each call. */
  readonly bytesOf: (number: number) => number;
  /** The fault of the next request; undefined for none. */
  readonly faultOf?: (number: number) => FileFault | undefined;
  readonly onRequest?: (number: number) => void;
}

const PIECE = 256 * 1024;

/** A server of files whose bytes follow from their numbers, such as `/17`. It supports ranges, and fails on demand. */
export class FileServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #options: FileServerOptions;

  private constructor(options: FileServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response));
    // On a busy machine, a client may reuse a connection late.
    this.#server.keepAliveTimeout = 600_000;
  }

  static async start(options: FileServerOptions): Promise<FileServer> {
    const server = new FileServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  url(number: number): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${number}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const number = Number(request.url!.slice(1));
    const { bytesOf, faultOf, onRequest } = this.#options;
    onRequest?.(number);
    response.on('error', () => {});
    const fault = faultOf?.(number);
    if (fault === 'error') return void response.writeHead(503).end();
    if (fault === 'busy') return void response.writeHead(429, { 'retry-after': '0' }).end();
    if (fault === 'page')
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
    const size = bytesOf(number);
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-type': 'image/png',
      'content-length': size - from,
      etag: `"${number}"`,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${size - 1}/${size}` } : {}),
    });
    const ended = new AbortController();
    const { signal } = ended;
    const closed = once(response, 'close', { signal }).catch(() => {});
    const end = fault === 'cut' ? from + Math.floor((size - from) / 2) : size;
    for (let at = from; at < end && !response.destroyed; at += PIECE) {
      const piece = contentOf(number, at, Math.min(PIECE, end - at));
      if (!response.write(piece))
        await Promise.race([once(response, 'drain', { signal }), closed]).catch(() => {});
    }
    ended.abort();
    if (fault === 'cut') response.destroy();
    else response.end();
  }
}

/** A range of a file's bytes. The content is the file's number, repeated. */
function contentOf(number: number, at: number, length: number): Buffer {
  const word = wordOf(number);
  const shift = at % word.length;
  return Buffer.alloc(length + shift, word).subarray(shift);
}

function wordOf(number: number): Buffer {
  return Buffer.from(`file ${number};`);
}

/** The hash of a file. */
export function hashOf(number: number, bytes: number): string {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes; at += PIECE)
    hash.update(contentOf(number, at, Math.min(PIECE, bytes - at)));
  return hash.digest('hex');
}
