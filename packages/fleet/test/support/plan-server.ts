import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';

const POLL_MS = 100;

/** Serves bytes over HTTP or HTTPS, and misbehaves as a test asks. */
export interface PlanServer extends AsyncDisposable {
  /** Of the file, with the protocol, host and port. */
  readonly url: string;
  /** The ranges of the requests so far; `all` for one without. */
  readonly asked: string[];
  /** The encodings that the requests so far accept, each once. */
  readonly encodings: string[];
  bytes: Uint8Array;
  /** Whether a part of the file is sent when asked for. */
  hasRanges: boolean;
  /** After how many bytes each of the next connections is cut. */
  cuts: number[];
  /** Whether the client has kept this many bytes of the file: a connection is cut then, because its end may overtake them. */
  hasKept: (bytes: number) => boolean;
  /** Answered in place of the file, once each. */
  answers: { readonly status: number; readonly location?: string }[];
}

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../client/test/fixtures/${name}`, import.meta.url));

/** The certificate that the server uses with TLS; no authority has signed it. */
export const certificate: string = fixture('self-signed-cert.pem').toString();

export async function servePlan(bytes: Uint8Array, tls = false): Promise<PlanServer> {
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    answer(server, request, response);
  const listening = tls
    ? createHttps({ cert: certificate, key: fixture('self-signed-key.pem') }, listener)
    : createHttp(listener);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  const server: PlanServer = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/plan.sqlite`,
    asked: [],
    encodings: [],
    bytes,
    hasRanges: true,
    cuts: [],
    hasKept: () => true,
    answers: [],
    [Symbol.asyncDispose]: async () => {
      listening.closeAllConnections();
      await new Promise((resolve) => listening.close(resolve));
    },
  };
  return server;
}

function answer(server: PlanServer, request: IncomingMessage, response: ServerResponse): void {
  const { range } = request.headers;
  server.asked.push(range ?? 'all');
  const encoding = String(request.headers['accept-encoding']);
  if (!server.encodings.includes(encoding)) server.encodings.push(encoding);
  const given = server.answers.shift();
  if (given !== undefined) {
    const { status, location } = given;
    response.writeHead(status, location === undefined ? {} : { location }).end();
    return;
  }
  const from = server.hasRanges ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0) : 0;
  const { length } = server.bytes;
  if (from >= length) return void response.writeHead(416).end();
  const headers = { 'content-length': length - from };
  if (from === 0) response.writeHead(200, headers);
  else
    response.writeHead(206, {
      ...headers,
      'content-range': `bytes ${from}-${length - 1}/${length}`,
    });
  const cut = server.cuts.shift();
  if (cut === undefined) return void response.end(server.bytes.subarray(from));
  response.write(server.bytes.subarray(from, from + cut));
  const poll = setInterval(() => {
    if (!server.hasKept(from + cut)) return;
    clearInterval(poll);
    response.destroy();
  }, POLL_MS);
}
