import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: SeenRequest) => void;

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
}

/** Closes the connection without an answer, after reading the request. */
export const hangUp: Reply = (response) => response.socket?.destroy();

/** An HTTP server that sends the replies in order, repeats the last one, and keeps the requests. */
export class ScriptedServer implements AsyncDisposable {
  readonly seen: SeenRequest[] = [];
  readonly #replies: Reply[];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
      this.seen.push(request);
      const reply = this.#replies.length > 1 ? this.#replies.shift()! : this.#replies[0];
      reply?.(response, request);
    });
  });

  constructor(replies: readonly Reply[]) {
    this.#replies = [...replies];
    this.#server.on('connection', (socket) => this.#sockets.add(socket));
  }

  static async start(...replies: Reply[]): Promise<ScriptedServer> {
    const server = new ScriptedServer(replies);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
