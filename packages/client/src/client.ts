import type { AnswerOf, Method, OperationName } from '@chatferry/contract';
import type { Attempt, AttemptRequest } from './attempt.ts';
import type { ClientOptions } from './client-options.ts';
import type { ItemOf, ListName, RequestArgument } from './request.ts';

export interface Client extends AsyncDisposable {
  call<Name extends OperationName>(
    name: Name,
    ...[request]: RequestArgument<Name>
  ): Promise<AnswerOf<Name>>;
  attempt(name: OperationName, request: AttemptRequest): Promise<Attempt>;
  list<Name extends ListName>(
    name: Name,
    ...[request]: RequestArgument<Name>
  ): AsyncIterable<ItemOf<Name>>;
  request(request: { method: Method; path: string }): Promise<unknown>;
  close(): Promise<void>;
}

export function createClient(options: ClientOptions): Client {
  throw new Error(`not yet: ${options.appId ?? ''}`);
}
