import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/** Node's own limits for a request that takes its time to arrive; fastify switches them off by itself. */
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
 * Disconnects a client that has taken nothing of its answer for this long. One that waits for the service, as
 * after the fault `silence`, is left alone.
 */
export function disconnectStalledReaders({ server }: FastifyInstance, timeoutMs: number): void {
  server.setTimeout(timeoutMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

const CHECK_MS = 5000;
