import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as forward,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalService } from '@chatferry/local-service';

/**
 * What becomes of a request: the service answers it (`pass`), the connection breaks before or after the service has it (`break`,
 * `lose-answer`), no answer comes (`hold`), or a status without a body comes in place of the service.
 */
export type GateAnswer = 'pass' | 'break' | 'lose-answer' | 'hold' | number;

/** A server in front of the service, in which requests are lost. */
export interface Gate extends AsyncDisposable {
  readonly baseUrl: string;
}

/** @param answerTo called with `POST /users` */
export async function startGate(
  service: LocalService,
  answerTo: (request: string) => GateAnswer | Promise<GateAnswer>,
): Promise<Gate> {
  const answer = async (incoming: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await bytesOf(incoming);
    const method = incoming.method!;
    const given = await answerTo(`${method} ${incoming.url!.replace('/v3', '').split('?')[0]!}`);
    if (given === 'hold') return;
    if (given === 'break') return void reply.socket!.resetAndDestroy();
    if (typeof given === 'number') return void reply.writeHead(given).end();
    const outgoing = forward({
      host: '127.0.0.1',
      port: service.port,
      path: incoming.url,
      method,
      headers: { ...incoming.headers, host: `127.0.0.1:${service.port}` },
    });
    outgoing.end(body);
    const [found] = (await once(outgoing, 'response')) as [IncomingMessage];
    const text = await bytesOf(found);
    if (given === 'lose-answer') return void reply.socket!.resetAndDestroy();
    reply.writeHead(found.statusCode!, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((incoming, reply) => void answer(incoming, reply));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v3`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}
