import type { Operation, OperationName } from '@chatferry/contract';
import { ApiError } from '../terms/api-error.ts';
import type { Attempt, AttemptRequest } from '../terms/attempt.ts';
import type { FreeRequest } from './caller.ts';
import type { ClientOptions } from '../terms/client-options.ts';
import { operationNamed } from '../terms/operation-named.ts';
import type { Page } from '../terms/page.ts';
import { pagesOf } from '../lists/pages.ts';
import { redacted } from '../answers/redaction.ts';
import { requestPath } from '../sending/request-path.ts';
import type { ListName, LooseRequest } from './request.ts';
import type { OutgoingRequest } from '../terms/outgoing-request.ts';
import { Sender } from '../sending/sender.ts';
import { missingStart } from '../lists/start-of.ts';

/** Matches a percent-encoded path. */
const FREE_PATH = /^\/[\w\-.~!$&'()*+,;=:@/%]*$/;

/** Turns calls of operations, and free requests, into requests for a sender. */
export class TableCaller {
  readonly #sender: Sender;
  readonly #onSkipped: ClientOptions['onSkipped'];

  constructor(options: ClientOptions) {
    this.#sender = new Sender(options);
    this.#onSkipped = options.onSkipped;
  }

  async call(name: OperationName, request: LooseRequest = {}): Promise<unknown> {
    const operation = operationNamed(name);
    checkActingUser(name, operation, request.onBehalfOf);
    const { cursor } = request;
    const query = checked(name, 'query', operation.query, request.query);
    const missing = cursor === undefined ? missingStart(operation, request.query) : undefined;
    if (missing !== undefined) throw invalid(name, missing);
    const body = checked(name, 'body', operation.body, request.body);
    const outgoing = prepared(name, operation, {
      ...request,
      query: { ...(query as LooseRequest['query']), ...cursor },
      bodyBytes: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    });
    const { timeoutMs, attempts, onHeaders } = request;
    const { repeatable, budget } = operation;
    const policy = { repeatable, budget, timeoutMs, attempts, onHeaders };
    const answer = await this.#sender.send(outgoing, policy);
    const { success, data, error } = operation.answer.safeParse(answer.body);
    if (success) {
      this.#reportSkipped(name, data);
      return data;
    }
    throw new ApiError(
      'unreadable',
      `the answer does not have the documented form: ${issuesOf(error)}`,
      { operation: name, status: answer.status, mayHaveLanded: operation.method !== 'GET' },
    );
  }

  async attempt(name: OperationName, request: AttemptRequest): Promise<Attempt> {
    const operation = operationNamed(name);
    checkActingUser(name, operation, request.onBehalfOf);
    return this.#sender.attempt(
      prepared(name, operation, { ...request, bodyBytes: request.bodyBytes }),
    );
  }

  list(name: ListName, request: LooseRequest = {}): AsyncIterable<unknown> {
    if (operationNamed(name).paging === undefined)
      throw invalid(name, 'it does not answer with a list; use call');
    const { readsAhead, ...call } = request;
    return pagesOf(
      name,
      call.query ?? {},
      async (page) => (await this.call(name, { ...call, ...page })) as Page,
      readsAhead,
    );
  }

  async request(request: FreeRequest): Promise<unknown> {
    const { api = 'chat', method, path, query, onBehalfOf, signal, budget = 'standard' } = request;
    // A path may contain a key: DELETE /apikeys/….
    const operation = `${method} ${redacted(path, [])}`;
    if (!FREE_PATH.test(path) || /(^|\/)\.\.?(\/|$)/.test(path))
      throw invalid(
        operation,
        'the path must start with a slash, be percent-encoded, and contain no query',
      );
    const bodyBytes = bytesOf(request.body);
    const outgoing = prepared(
      operation,
      { api, method, path },
      { query, onBehalfOf, signal, bodyBytes },
    );
    const { body, status } = await this.#sender.send(outgoing, {
      repeatable: request.repeatable ?? method === 'GET',
      budget,
      timeoutMs: request.timeoutMs,
      attempts: request.attempts,
      onHeaders: request.onHeaders,
    });
    if (request.answer === undefined) return body;
    try {
      return request.answer.parse(body);
    } catch (cause) {
      const mayHaveLanded = method !== 'GET';
      const message = 'the answer does not have the form that the caller expects.';
      throw new ApiError('unreadable', message, { operation, status, mayHaveLanded, cause });
    }
  }

  async close(): Promise<void> {
    await this.#sender.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #reportSkipped(operation: OperationName, answer: unknown): void {
    const { skipped } = answer as Partial<Page>;
    if (operationNamed(operation).paging !== undefined && skipped !== undefined)
      this.#onSkipped?.({ operation, entries: skipped });
  }
}

/** The fields of the table that a request depends on. */
type PreparedOperation = Pick<Operation, 'api' | 'method' | 'path'> &
  Partial<Pick<Operation, 'contentType' | 'deprecated'>>;

/** The types state whether an operation acts on behalf of a user. This check is for callers without types. */
function checkActingUser(
  name: OperationName,
  { onBehalfOf: need }: Operation,
  onBehalfOf: string | undefined,
): void {
  if (need === 'none' && onBehalfOf !== undefined)
    throw invalid(name, 'it does not act on behalf of a user; leave out onBehalfOf');
  if (need === 'required' && onBehalfOf === undefined)
    throw invalid(name, 'it acts on behalf of a user; set onBehalfOf to the uid');
}

function prepared(
  operation: string,
  { api, method, path, contentType, deprecated }: PreparedOperation,
  request: Omit<LooseRequest, 'body'> & {
    readonly bodyBytes: Uint8Array | undefined;
    readonly mayLeave?: (() => boolean) | undefined;
  },
): OutgoingRequest {
  const { onBehalfOf, bodyBytes, signal, parse, mayLeave } = request;
  if (onBehalfOf !== undefined && !/^[\u0021-\u007e]+$/.test(onBehalfOf))
    throw invalid(operation, 'onBehalfOf must be a uid');
  try {
    const filled = requestPath(path, request.path, request.query);
    return {
      operation,
      api,
      method,
      path: filled,
      bodyBytes,
      onBehalfOf,
      signal,
      mayLeave,
      parse,
      contentType,
      deprecated,
    };
  } catch (error) {
    throw invalid(operation, (error as Error).message);
  }
}

function checked(
  name: OperationName,
  part: string,
  schema: Operation['query'],
  value: unknown,
): unknown {
  if (schema === undefined) {
    if (value === undefined) return undefined;
    throw invalid(name, `it takes no ${part}`);
  }
  if (value === undefined && part === 'query') return undefined;
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw invalid(name, `${part}: ${issuesOf(error)}`);
}

/** Lists paths and rules, never values, which may be personal. */
function issuesOf(error: { issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.map(String).join('.') || '(root)'}: ${message}`)
    .join('; ');
}

function invalid(operation: string, message: string): ApiError {
  return new ApiError('invalid', `${message}; nothing was sent.`, {
    operation,
    mayHaveLanded: false,
  });
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  return Buffer.from(JSON.stringify(body));
}
