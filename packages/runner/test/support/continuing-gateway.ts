import { createServer, request } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A gateway before the service that sends `100 Continue`, unasked and with no answer after it, for some requests. */
export interface ContinuingGateway extends AsyncDisposable {
  readonly baseUrl: string;
}

/**
 * @param service base address of the service that all other requests go to
 * @param isContinued decides for the nth request that writes, from 1: `'after'` when the service has taken it
 */
export async function startContinuingGateway(
  service: string,
  isContinued: (number: number) => boolean | 'after',
): Promise<ContinuingGateway> {
  const { origin, pathname } = new URL(service);
  let writes = 0;
  const server = createServer((asked, answer) => {
    const continued = asked.method !== 'GET' && isContinued(++writes);
    if (continued === true) {
      answer.writeContinue();
      return;
    }
    const { method, headers, url = '' } = asked;
    asked.pipe(
      request(new URL(url, origin), { method, headers }, (answered) => {
        if (continued === 'after') {
          answered.resume();
          answer.writeContinue();
          return;
        }
        answer.writeHead(answered.statusCode!, answered.headers);
        answered.pipe(answer);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
