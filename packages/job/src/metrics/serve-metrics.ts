import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { JobError } from '../errors/job-error.ts';
import type { Metrics } from './metrics.ts';
import { METRICS_TYPE } from './metrics-text.ts';

/** The address at which a process answers questions about its work. */
export interface MetricsAddress {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** What `/health` answers. */
export interface Health {
  /** Whether the process takes or does work. */
  readonly ok: boolean;
  /** Why its work does not advance at the moment. */
  readonly waiting?: string | undefined;
}

export interface MetricsServer extends AsyncDisposable {
  /** With the port that was taken, without a path. */
  readonly url: string;
}

/** Answers `GET /metrics` and `GET /health` until it is disposed of. @throws {JobError} `metrics-address` */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  metrics: Metrics,
  health: () => Health,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type }).end(text);
    };
    const pathname = request.url?.split('?', 1)[0];
    if (request.method !== 'GET') return answer(405, 'text/plain', 'Only GET.\n');
    if (pathname === '/metrics') return answer(200, METRICS_TYPE, metrics.text());
    if (pathname !== '/health') return answer(404, 'text/plain', 'See /metrics and /health.\n');
    const state = health();
    return answer(state.ok ? 200 : 503, 'application/json', `${JSON.stringify(state)}\n`);
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    throw cannotListen(host, port, cause);
  }
  const { port: taken } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function cannotListen(host: string, port: number, cause: unknown): JobError {
  const { code } = cause as NodeJS.ErrnoException;
  return new JobError(
    'metrics-address',
    `The metrics cannot be served at ${host}, port ${port}: ${code}.`,
    code === 'EADDRINUSE'
      ? 'Choose another port, or 0 for any that is free.'
      : 'Choose an address of this machine.',
    { cause },
  );
}
