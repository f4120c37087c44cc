import { type Api, type Operation, operations, type OperationName } from '@chatferry/contract';
import { ServiceProblem } from '../terms/service-problem.ts';

/** The path prefix of each API on the port of the local service. */
export const PREFIXES = {
  chat: '/v3',
  calls: '/calls-api/v3',
  management: '/management',
} as const satisfies Record<Api, string>;

export interface Route {
  readonly name: OperationName;
  readonly operation: Operation;
  /** With `:name` for each path parameter. */
  readonly url: string;
}

/** Every operation of the contract as a route. */
export const routes: readonly Route[] = Object.entries<Operation>(operations).map(
  ([name, operation]) => ({
    name: name as OperationName,
    operation,
    url: PREFIXES[operation.api] + operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
  }),
);

/** The path with the version in the form of the routes: `/v3.0` is another name for `/v3`. */
export function withKnownVersion(path: string): string {
  return path.replace(/^(\/calls-api)?\/v3\.0(?=\/|$)/, '$1/v3');
}

/** The problem of a method and path without an operation. */
export function noSuchRoute(method: string, url: string): ServiceProblem {
  const path = url.split('?', 1)[0]!;
  const version = /^(?:\/calls-api)?\/(v\d[^/]*)/.exec(withKnownVersion(path))?.[1];
  if (version !== undefined && version !== 'v3')
    return new ServiceProblem(
      'ERR_INVALID_API_VERSION',
      `There is no version ${version}, only v3.`,
    );
  return new ServiceProblem('ERR_API_NOT_FOUND', `There is no ${method} ${path}.`);
}
