import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Api, type Operation, type OperationName, operations } from '@chatferry/contract';

interface AnswerEvent {
  readonly request: { readonly origin: string; readonly method: string; readonly path: string };
  readonly response: { readonly statusCode: number };
}

const CHANNEL = 'undici:request:headers';

/** Records, below the client, which operations were answered with success. */
export function watchAnswers(addresses: Readonly<Record<Api, string | undefined>>): {
  readonly answered: ReadonlySet<OperationName>;
  stop(): void;
} {
  const answered = new Set<OperationName>();
  const note = (message: unknown): void => {
    const { request, response } = message as AnswerEvent;
    if (response.statusCode < 200 || response.statusCode > 299) return;
    const name = operationAt(addresses, request.method, request.origin + request.path);
    if (name !== undefined) answered.add(name);
  };
  subscribe(CHANNEL, note);
  return { answered, stop: () => void unsubscribe(CHANNEL, note) };
}

function operationAt(
  addresses: Readonly<Record<Api, string | undefined>>,
  method: string,
  url: string,
): OperationName | undefined {
  const [bare = ''] = url.split('?');
  const matching = Object.entries<Operation>(operations).filter(([, operation]) => {
    const base = addresses[operation.api];
    if (operation.method !== method || base === undefined || !bare.startsWith(base)) return false;
    return pattern(operation.path).test(bare.slice(base.length));
  });
  // A path with fewer parameters is the more specific one: /conversations/pinned is not a conversation's id.
  matching.sort(([, a], [, b]) => a.path.split('{').length - b.path.split('{').length);
  return matching[0]?.[0] as OperationName | undefined;
}

function pattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
