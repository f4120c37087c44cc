import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as forward,
  type Server,
  type ServerResponse,
} from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { LocalService } from '@chatferry/local-service';

export interface FrontRequest {
  /** From 1, in the order of arrival. */
  readonly number: number;
  readonly path: string;
  readonly body: string;
}

/** `pass`: the service answers. `lose-answer`: the service handles the request, and the connection breaks. */
export type FrontAnswer = 'pass' | 'lose-answer' | GivenAnswer;

interface GivenAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: object;
}

/** A server in front of the service that may answer a request itself. What only reads is passed on, and not counted. */
export interface Front extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly FrontRequest[];
  /** Connections are refused until `open`. */
  close(): Promise<void>;
  open(): Promise<void>;
}

/** @param onRead what a request that only reads is answered with, or the path that the service is asked for in its place */
export async function startFront(
  service: LocalService,
  answerTo: (request: FrontRequest) => FrontAnswer | Promise<FrontAnswer>,
  onRead: (path: string) => string | GivenAnswer = (path) => path,
): Promise<Front> {
  const requests: FrontRequest[] = [];
  let server: Server;
  let port = 0;
  const answer = async (incoming: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await textOf(incoming);
    const path = incoming.url!;
    if (incoming.method === 'GET') {
      const asked = onRead(path);
      if (typeof asked === 'object') return give(reply, asked);
      const { status, text } = await passOn(service, asked, 'GET', incoming.headers, body);
      reply.writeHead(status, { 'content-type': 'application/json' }).end(text);
      return;
    }
    const request = { number: requests.length + 1, path, body };
    requests.push(request);
    const given = await answerTo(request);
    if (typeof given === 'object') return give(reply, given);
    const { status, text } = await passOn(service, path, incoming.method!, incoming.headers, body);
    if (given === 'pass') reply.writeHead(status, { 'content-type': 'application/json' }).end(text);
    else reply.socket!.resetAndDestroy();
  };
  const open = async (): Promise<void> => {
    server = createServer((incoming, reply) => void answer(incoming, reply));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  };
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await open();
  return {
    baseUrl: `http://127.0.0.1:${port}/v3`,
    requests,
    open,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function give(reply: ServerResponse, { status, headers, body }: GivenAnswer): void {
  reply
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));
}

async function passOn(
  service: LocalService,
  path: string,
  method: string,
  incoming: IncomingHttpHeaders,
  body: string,
): Promise<{ status: number; text: string }> {
  // The name of the service's own host, in place of the front's.
  const headers = { ...incoming, host: `127.0.0.1:${service.port}` };
  const outgoing = forward({ host: '127.0.0.1', port: service.port, path, method, headers });
  outgoing.end(body);
  const [answer] = await once(outgoing, 'response');
  return { status: answer.statusCode, text: await textOf(answer) };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
