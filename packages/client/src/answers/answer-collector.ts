import type { Dispatcher } from 'undici';
import { AnswerGivenUp, MAX_ANSWER_BYTES } from './answer-limits.ts';
import { decoded } from './decoded.ts';
import { NeverLeft } from '../terms/never-left.ts';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; repeated headers are joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** The error that broke the connection before the answer was complete. */
  readonly brokenBy?: Error;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Collects one answer from undici. It limits the size and the duration of the answer, and keeps the bytes that arrived before the
 * connection broke; undici's own stream does neither.
 */
export class AnswerCollector implements Dispatcher.DispatchHandler {
  /** Rejected with the error before a status arrived, or with the reason of the abort. */
  readonly answer: Promise<RawAnswer>;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.fail(this.#signal?.reason);
  #controller: Dispatcher.DispatchController | undefined;
  #start: Pick<RawAnswer, 'status' | 'headers'> | undefined;
  readonly #chunks: Uint8Array[] = [];
  readonly #timeoutMs: number;
  readonly #mayLeave: (() => boolean) | undefined;
  #size = 0;
  #deadline: NodeJS.Timeout | undefined;

  /**
   * @param timeoutMs for the whole answer, from the moment the request begins to be sent
   * @param mayLeave called when the connection is ready, before the first byte is written
   */
  constructor(signal: AbortSignal | undefined, timeoutMs: number, mayLeave?: () => boolean) {
    this.#timeoutMs = timeoutMs;
    this.#mayLeave = mayLeave;
    const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
    this.answer = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort);
  }

  /** Aborts the request, whether it was sent or not. */
  fail(reason: unknown): void {
    this.#end();
    this.#reject(reason);
    this.#controller?.abort(reason as Error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // undici's own limits measure silence, so single bytes could keep an answer open without end.
    this.#deadline ??= setTimeout(
      () => this.fail(new AnswerGivenUp('ANSWER_TOO_LATE')),
      this.#timeoutMs,
    );
    if (this.#signal?.aborted === true) controller.abort(this.#signal.reason as Error);
    else if (this.#mayLeave?.() === false) this.fail(new NeverLeft());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    // A status below 200 is followed by another status.
    if (status >= 200) this.#start = { status, headers: joined(headers) };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#size += chunk.length;
    if (this.#size > MAX_ANSWER_BYTES) this.fail(new AnswerGivenUp('ANSWER_TOO_LARGE'));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    const start = this.#start!;
    try {
      const bytes = decoded(this.#bytes(), start.headers['content-encoding']);
      this.#resolve({ ...start, bytes });
    } catch (error) {
      this.#reject(error);
    }
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end();
    if (this.#start === undefined) this.#reject(error);
    else this.#resolve({ ...this.#start, bytes: this.#bytes(), brokenBy: error });
  }

  #end(): void {
    this.#signal?.removeEventListener('abort', this.#onAbort);
    clearTimeout(this.#deadline);
  }

  #bytes(): Uint8Array {
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
  }
}

function joined(headers: Headers): Record<string, string> {
  const all: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) all[name] = Array.isArray(value) ? value.join(', ') : value;
  return all;
}
