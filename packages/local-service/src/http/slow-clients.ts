import type { Server, ServerOptions } from 'node:http';

/** Limits for a request that arrives slowly. */
export function arrivalLimits(
  timeoutMs: number,
): Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'connectionsCheckingInterval'> {
  return {
    requestTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    connectionsCheckingInterval: Math.min(timeoutMs, CHECK_MS),
  };
}

/**
 * Disconnects a client that has not read any of its answer for this long. A client that waits for an answer, as after the fault
 * `silence`, stays connected.
 */
export function disconnectStalledReaders(server: Server, timeoutMs: number): void {
  server.setTimeout(timeoutMs, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}

const CHECK_MS = 5000;
