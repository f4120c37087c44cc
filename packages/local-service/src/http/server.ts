import { setTimeout as sleep } from 'node:timers/promises';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { FaultDeck } from '../faults/fault-deck.ts';
import { endingAfter, endingBefore, sending, spoiled } from './misbehave.ts';
import { gatewayPage, type Reply } from './reply.ts';
import type { RequestLog } from './request-log.ts';
import { type Arrived, type Ports, problemReply, responder } from './respond.ts';
import { noSuchRoute, routes } from './routes.ts';

/** What the server needs beside what answers are made from. */
export interface ServerPorts extends Ports {
  readonly log: RequestLog;
  /** The rules in force now. */
  readonly faults: () => FaultDeck;
  readonly maxRequestBytes: number;
}

/** The service as an HTTP server that does not listen yet. */
export function createServer({
  log,
  faults,
  maxRequestBytes,
  ...ports
}: ServerPorts): FastifyInstance {
  const { now } = ports.store;
  const closing = new AbortController();
  const server = fastify({
    bodyLimit: maxRequestBytes,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 1000 },
    // A path that cannot be decoded belongs to no operation.
    frameworkErrors: (_error, { method, url }, reply) =>
      refuse(reply, problemReply(noSuchRoute(method, url))),
  });
  /** Answers what never became a call of an operation. */
  const refuse = (reply: FastifyReply, answer: Reply): void => {
    log.note(undefined, now())(answer.status);
    sending(answer)(reply);
  };
  server.addHook('preClose', async () => closing.abort());

  // Bodies stay text until the caller's key has been looked at, whatever their content type says.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text),
  );

  for (const route of routes) {
    const respond = responder(route, ports);
    server.route({
      method: route.operation.method,
      url: route.url,
      handler: async (request, reply) => {
        const answered = log.note(route.name, now());
        const rules = faults().draw(route.name);
        for (const rule of rules)
          if (rule.fault === 'latency') await pause(rule.ms, closing.signal);
        const end =
          endingBefore(rules, now()) ??
          endingAfter(rules, spoiled(rules, respond(arrived(request))));
        const status = end(reply);
        if (status !== undefined) answered(status);
        return reply;
      },
    });
  }

  server.setNotFoundHandler(({ method, url }, reply) =>
    refuse(reply, problemReply(noSuchRoute(method, url))),
  );
  server.setErrorHandler((error: { statusCode?: number }, _request, reply) =>
    refuse(reply, error.statusCode === 413 ? tooLarge : problemReply(error)),
  );
  return server;
}

const tooLarge = gatewayPage(413, 'Request Entity Too Large');

function arrived({ method, url, headers, params, query, body }: FastifyRequest): Arrived {
  return {
    method,
    url,
    headers,
    path: params as Record<string, string>,
    query,
    text: body as string | undefined,
  };
}

/** Ends early, without an error, when the service closes. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
