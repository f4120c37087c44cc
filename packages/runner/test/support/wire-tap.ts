import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { gunzipSync } from 'node:zlib';
import type { Clock } from '@chatferry/client';
import type { Row } from '@chatferry/contract';

/** One request as it left this machine, and what came back. */
export interface WireRequest {
  /** From 0, in the order in which the requests left. */
  readonly number: number;
  readonly method: string;
  /** Without `/v3` and the query. */
  readonly path: string;
  readonly body: Row;
  /** On the monotonic clock. */
  readonly sentAt: number;
  answeredAt: number | undefined;
  status: number | undefined;
  headers: Readonly<Record<string, string>>;
  /** `undefined` unless the whole answer arrived and is JSON. */
  answer: Row | undefined;
}

interface Message {
  readonly request: object & { origin: string; method: string; path: string; body: unknown };
  readonly response?: { readonly statusCode: number; readonly headers: readonly Buffer[] };
  readonly chunk?: Buffer;
}

/** Sees every request to a port and every answer, outside of our own code: where undici takes and returns them. */
export class WireTap implements Disposable {
  readonly requests: WireRequest[] = [];
  /** Called at the moment a request leaves. */
  onSend: (request: WireRequest) => void = () => {};
  readonly #seen = new WeakMap<object, { request: WireRequest; chunks: Buffer[] }>();
  readonly #listeners: readonly (readonly [string, (message: unknown) => void])[];

  constructor(port: number, clock: Pick<Clock, 'monotonicMs'>) {
    const listen =
      (act: (seen: { request: WireRequest; chunks: Buffer[] }, message: Message) => void) =>
      (message: unknown): void => {
        const seen = this.#seen.get((message as Message).request);
        if (seen !== undefined) act(seen, message as Message);
      };
    this.#listeners = [
      [
        'undici:request:create',
        (message) => {
          const { request: sent } = message as Message;
          if (!sent.origin.endsWith(`:${port}`)) return;
          const request: WireRequest = {
            number: this.requests.length,
            method: sent.method,
            path: decodeURIComponent(sent.path.split('?')[0]!.slice('/v3'.length)),
            body:
              sent.body === null
                ? {}
                : (JSON.parse(Buffer.from(sent.body as Uint8Array).toString()) as Row),
            sentAt: clock.monotonicMs(),
            answeredAt: undefined,
            status: undefined,
            headers: {},
            answer: undefined,
          };
          this.requests.push(request);
          this.#seen.set(sent, { request, chunks: [] });
          this.onSend(request);
        },
      ],
      [
        'undici:request:headers',
        listen(({ request }, { response }) => {
          const texts = response!.headers.map(String);
          request.status = response!.statusCode;
          request.headers = Object.fromEntries(
            texts.flatMap((name, index) =>
              index % 2 === 0 ? [[name.toLowerCase(), texts[index + 1]!]] : [],
            ),
          );
        }),
      ],
      ['undici:request:bodyChunkReceived', listen(({ chunks }, { chunk }) => chunks.push(chunk!))],
      [
        'undici:request:trailers',
        listen(({ request, chunks }) => {
          request.answeredAt = clock.monotonicMs();
          const bytes = Buffer.concat(chunks);
          const isCompressed = request.headers['content-encoding'] === 'gzip';
          request.answer = parsed((isCompressed ? gunzipSync(bytes) : bytes).toString());
        }),
      ],
    ];
    for (const [channel, listener] of this.#listeners) subscribe(channel, listener);
  }

  [Symbol.dispose](): void {
    for (const [channel, listener] of this.#listeners) unsubscribe(channel, listener);
  }
}

function parsed(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Row) : undefined;
  } catch {
    return undefined;
  }
}
