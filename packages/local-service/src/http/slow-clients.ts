import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/** Node's own limits for a request that arrives slowly; fastify disables them by default. */
export function arrivalLimits(
  timeoutMs: number,
): Pick<FastifyHttpOptions<Server>, 'requestTimeout' | 'http'> {
  return {
    requestTimeout: timeoutMs,
    http: {
      headersTimeout: timeoutMs,
      connectionsCheckingInterval: Math.min(timeoutMs, CHECK_MS),
    },
  };
}

/**
 * Disconnects a client that has read nothing of its answer for this long. A client that waits for an answer, as
 * after the fault `silence`, is not disconnected.
 */
export function disconnectStalledReaders({ server }: FastifyInstance, timeoutMs: number): void {
  server.setTimeout(timeoutMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

const CHECK_MS = 5000;
