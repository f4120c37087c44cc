import { fastify, type FastifyInstance, type FastifyReply } from 'fastify';
import type { FaultSelector } from '../faults/fault-selector.ts';
import { refusingRecords } from '../faults/refuse-records.ts';
import { answerClientError } from './client-errors.ts';
import { findRoute } from './find-route.ts';
import { endingAfter, endingBefore, sending, spoiled } from './misbehave.ts';
import { gatewayPage, type Reply } from './reply.ts';
import type { RequestLog } from './request-log.ts';
import { type Ports, problemReply, respond } from './respond.ts';
import { noSuchRoute } from './routes.ts';
import { arrivalLimits, disconnectStalledReaders } from './slow-clients.ts';

/** What the server needs in addition to the sources of answers. */
export interface ServerPorts extends Ports {
  readonly log: RequestLog;
  /** The current rules. */
  readonly faults: () => FaultSelector;
  readonly maxRequestBytes: number;
  readonly clientTimeoutMs: number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The service as an HTTP server that does not listen yet. */
export function createServer({
  log,
  faults,
  maxRequestBytes,
  clientTimeoutMs,
  sleep,
  ...ports
}: ServerPorts): FastifyInstance {
  const { now } = ports.store;
  const { instanceId } = ports.app;
  const closing = new AbortController();
  const server = fastify({
    bodyLimit: maxRequestBytes,
    ...arrivalLimits(clientTimeoutMs),
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, instanceId),
    // A path that cannot be decoded belongs to no operation.
    frameworkErrors: (_error, { method, url }, reply) =>
      refuse(reply, problemReply(noSuchRoute(method, url))),
  });
  /** Answers requests that did not become a call of an operation. */
  const refuse = (reply: FastifyReply, answer: Reply): void => {
    log.note(undefined, now())(answer.status);
    sending(answer)(reply);
  };
  // On the HTTP server itself, so that every answer has it: also a broken one, and one to a path that cannot be decoded.
  server.server.prependListener('request', (_request, response) => {
    response.setHeader('x-instance-id', instanceId);
    response.setHeader('date', new Date(now()).toUTCString());
  });
  disconnectStalledReaders(server, clientTimeoutMs);
  server.addHook('preClose', async () => closing.abort());

  // Bodies are kept as text until the key of the caller was checked, for any content type.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text),
  );

  // Fastify gets no routes: it would compile all of them at each start.
  server.setNotFoundHandler(async (request, reply) => {
    const { method, url, headers, query, body } = request;
    const found = findRoute(method, url);
    if (found === undefined) return refuse(reply, problemReply(noSuchRoute(method, url)));
    const { route, path } = found;
    const { name } = route;
    const answered = log.note(name, now());
    const rules = faults().draw(name);
    for (const rule of rules)
      if (rule.fault === 'latency') await sleep(rule.ms, closing.signal).catch(ignore);
    const handle = (): Reply =>
      refusingRecords(rules, body as string | undefined, (text) =>
        respond(route, { headers, path, query, text, rules }, ports),
      );
    const end = endingBefore(rules, now()) ?? endingAfter(rules, spoiled(rules, handle()));
    const status = end(reply);
    if (status !== undefined) answered(status);
    return reply;
  });
  server.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    refuse(reply, error.statusCode === 413 ? tooLarge : problemReply(error)),
  );
  return server;
}

const tooLarge = gatewayPage(413, 'Request Entity Too Large');

/** A wait ends early when the service closes. */
function ignore(): void {}
