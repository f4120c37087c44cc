import { operations, type Operation, type OperationName } from '@chatferry/contract';
import { type LocalService, type LocalServiceOptions, startLocalService } from '../../src/index.ts';

/** A day in the middle of 2026, in UNIX seconds. */
export const TODAY = 1_784_000_000;

interface Said {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body, `undefined` when it is not JSON. */
  // Answers differ by operation; each test checks its own fields.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly text: string;
}

interface Parts {
  readonly path?: Record<string, string | undefined>;
  readonly query?: Record<string, string | number | boolean | undefined>;
  readonly body?: unknown;
  readonly as?: string;
  readonly headers?: Record<string, string>;
}

/** The service with a manual clock, and functions that send requests to it. */
export interface Rig extends AsyncDisposable {
  readonly service: LocalService;
  /** Sends one operation over a real connection; a successful answer must match the operation's answer schema. */
  call(name: OperationName, parts?: Parts): Promise<Said>;
  /** The same, and returns the `data` of an answer that must be successful. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data(name: OperationName, parts?: Parts): Promise<any>;
  /** The same, and returns the code of an answer that must be an error. */
  refusal(name: OperationName, parts?: Parts): Promise<string>;
  send(
    method: string,
    url: string,
    init?: { headers?: Record<string, string>; body?: string },
  ): Promise<Said>;
  /** Advances the service's clock. */
  pass(seconds: number): void;
}

export async function startRig(options: LocalServiceOptions = {}): Promise<Rig> {
  let nowMs = TODAY * 1000;
  const service = await startLocalService({
    now: () => nowMs,
    importRequestsPerMinute: 'unlimited',
    ...options,
  });
  const rig: Rig = {
    service,
    async call(name, parts = {}) {
      const operation: Operation = operations[name];
      const said = await rig.send(operation.method, urlOf(service, operation, parts), {
        headers: { ...headersFor(service, operation, parts), ...parts.headers },
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      });
      if (said.status === 200) operation.answer.parse(said.body);
      return said;
    },
    async data(name, parts) {
      const { status, body, text } = await rig.call(name, parts);
      if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
      return body.data;
    },
    async refusal(name, parts) {
      const { body, text } = await rig.call(name, parts);
      if (body?.error === undefined) throw new Error(`${name} was not refused: ${text}`);
      return body.error.code;
    },
    async send(method, url, init) {
      const response = await fetch(url, { method, ...init });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: jsonOrNothing(text),
        text,
      };
    },
    pass(seconds) {
      nowMs += seconds * 1000;
    },
    [Symbol.asyncDispose]: () => service.close(),
  };
  return rig;
}

function urlOf(
  service: LocalService,
  { api, path }: Operation,
  { path: names = {}, query = {} }: Parts,
): string {
  const base = {
    chat: service.baseUrl,
    calls: service.callsBaseUrl,
    management: service.managementBaseUrl,
  }[api];
  const url = new URL(
    base +
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? '')),
  );
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}

function headersFor(
  service: LocalService,
  { api }: Operation,
  { body, as }: Parts,
): Record<string, string> {
  return {
    ...(api === 'management' ? service.management : { apikey: service.apiKey }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(as === undefined ? {} : { onBehalfOf: as }),
  };
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
