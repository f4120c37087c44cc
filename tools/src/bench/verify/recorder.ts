import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';

/** A request for a page of a list; `onBehalfOf` is the acting user, if any. */
export interface ListRequest {
  readonly path: string;
  readonly onBehalfOf?: string;
}

/** A proxy of the service that records the requests for pages of lists. */
export interface Recorder extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly ListRequest[];
}

/** @param baseUrl the base URL of the service */
export async function startRecorder(baseUrl: string): Promise<Recorder> {
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, { connections: 8 });
  const requests: ListRequest[] = [];
  const answer = async (incoming: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const onBehalfOf = headers['onbehalfof'] as string | undefined;
    requests.push({ path, ...(onBehalfOf !== undefined && { onBehalfOf }) });
    const sent = { ...headers, host: new URL(baseUrl).host };
    const { statusCode, body } = await pool.request({ method, path, headers: sent });
    const bytes = await body.bytes();
    reply.writeHead(statusCode, { 'content-type': 'application/json' }).end(bytes);
  };
  const server = createServer((incoming, reply) => {
    answer(incoming, reply).catch(() => reply.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await pool.close();
    },
  };
}
