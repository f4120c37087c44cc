import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { parse } from 'node:querystring';
import type { FaultSelector } from '../faults/fault-selector.ts';
import { refusingRecords } from '../faults/refuse-records.ts';
import { answerClientError } from '../http/client-errors.ts';
import { findRoute } from '../http/find-route.ts';
import { endingAfter, endingBefore, sending, spoiled } from './misbehave.ts';
import { BodyTooLarge, readBody } from '../http/read-body.ts';
import { gatewayPage, type Reply } from '../terms/reply.ts';
import type { RequestLog } from '../http/request-log.ts';
import { type Ports, problemReply, respond } from './respond.ts';
import { noSuchRoute } from '../http/routes.ts';
import { mediaReply } from '../http/signed-media.ts';
import { arrivalLimits, disconnectStalledReaders } from '../http/slow-clients.ts';

/** The server's settings, and the inputs of its answers. */
export interface ServerPorts extends Ports {
  readonly log: RequestLog;
  /** The current rules. */
  readonly faults: () => FaultSelector;
  readonly maxRequestBytes: number;
  readonly clientTimeoutMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface ServiceServer {
  /** @returns the address @throws {Error} with the code of the system, such as `EADDRINUSE` */
  listen(host: string, port: number): Promise<string>;
  /** Stops listening, ends the waits of faults and drops open connections. */
  close(): Promise<void>;
}

/** Longer than clients keep an idle connection for reuse. */
const KEEP_ALIVE_MS = 72_000;

/** The service as an HTTP server that does not listen yet. */
export function createServer(ports: ServerPorts): ServiceServer {
  const { instanceId } = ports.app;
  const closing = new AbortController();
  const server = createHttpServer(
    { ...arrivalLimits(ports.clientTimeoutMs), keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      // Set first, so that every answer has it, including broken answers and answers to undecodable paths.
      response.setHeader('x-instance-id', instanceId);
      response.setHeader('date', new Date(ports.store.now()).toUTCString());
      answer(request, response, ports, closing.signal).catch((error: unknown) => {
        if (!response.destroyed) refuse(response, problemReply(error), ports);
      });
    },
  );
  server.on('clientError', (error, socket) => answerClientError(error, socket, instanceId));
  disconnectStalledReaders(server, ports.clientTimeoutMs);
  return {
    listen: async (host, port) => {
      server.listen(port, host);
      await once(server, 'listening');
      return `http://${host}:${(server.address() as AddressInfo).port}`;
    },
    close: async () => {
      closing.abort();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  ports: ServerPorts,
  closing: AbortSignal,
): Promise<void> {
  const { method = '', url = '', headers } = request;
  const { log, faults, sleep, maxRequestBytes } = ports;
  const { now } = ports.store;
  let body: string | undefined;
  try {
    body = await readBody(request, maxRequestBytes);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) return; // The client is gone.
    response.setHeader('connection', 'close');
    return refuse(response, tooLarge, ports);
  }
  const file = mediaReply(url, ports.store.seconds());
  if (file !== undefined) return refuse(response, file, ports);
  const found = findRoute(method, url);
  if (found === undefined) return refuse(response, problemReply(noSuchRoute(method, url)), ports);
  const { route, path } = found;
  const { name } = route;
  const answered = log.note(name, now());
  const rules = faults().draw(name);
  for (const rule of rules)
    if (rule.fault === 'latency') await sleep(rule.ms, closing).catch(ignore);
  const query = parse(url.split('?', 2)[1] ?? '');
  const handle = (): Reply =>
    refusingRecords(rules, body, (text) =>
      respond(route, { headers, path, query, text, rules }, ports),
    );
  const end = endingBefore(rules, now()) ?? endingAfter(rules, spoiled(rules, handle()));
  const status = end(response);
  if (status !== undefined) answered(status);
}

/** Answers a request that does not become a call of an operation. */
function refuse(response: ServerResponse, reply: Reply, { log, store }: ServerPorts): void {
  log.note(undefined, store.now())(reply.status);
  sending(reply)(response);
}

const tooLarge = gatewayPage(413, 'Request Entity Too Large');

/** A wait is aborted when the service closes. */
function ignore(): void {}
