import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '@chatferry/contract';
import type { App } from './app.ts';
import { badField, ServiceProblem } from '../terms/service-problem.ts';
import type { Keys } from './keys.ts';
import type { Store } from '../storage/store.ts';
import { activeUser } from '../storage/users.ts';

/** The host form of the hosted service: `<appId>.api-<region>.…`, `<appId>.call-<region>.…`. */
const HOSTED = /^([^.]+)\.(?:api|call)-([a-z]+)\./i;

/**
 * Checks app, key and scope, in this order. App and region are checked only when the request names them: in the first
 * part of the host, or in the headers `appId` and `region`; the region only when the service was started with one.
 * @returns the key of the caller
 * @throws {ServiceProblem} `AUTH_ERR_…`
 */
export function authenticate(
  operation: Pick<Operation, 'scope'>,
  headers: IncomingHttpHeaders,
  app: App,
  keys: Keys,
): string {
  if (operation.scope === 'management') {
    authenticateManager(headers, keys);
    return '';
  }
  const [, hostAppId, hostRegion] = HOSTED.exec(headers.host ?? '') ?? [];
  if (
    isAnother(app.id, hostAppId, headers['appid']) ||
    (app.isRegionChosen && isAnother(app.region, hostRegion, headers['region']))
  )
    throw new ServiceProblem('AUTH_ERR_INVALID_APPID', `There is no such app in this region.`);
  const apiKey = headers['apikey'];
  if (typeof apiKey !== 'string' || apiKey === '')
    throw new ServiceProblem('AUTH_ERR_EMPTY_APIKEY', 'The header apikey is missing.');
  const scope = keys.scopeOf(apiKey);
  if (scope === undefined)
    throw new ServiceProblem('AUTH_ERR_APIKEY_NOT_FOUND', 'The API key is not known.');
  if (operation.scope === 'fullAccess' && scope !== 'fullAccess')
    throw new ServiceProblem('AUTH_ERR_NO_ACCESS', 'The scope of the API key does not allow this.');
  return apiKey;
}

function isAnother(own: string, ...named: readonly unknown[]): boolean {
  return named.some((name) => name !== undefined && name !== own);
}

/** The reference has no code for a wrong key or secret. The answer is the same as for an unknown API key. */
function authenticateManager(headers: IncomingHttpHeaders, keys: Keys): void {
  const { key, secret } = headers;
  if (typeof key !== 'string' || typeof secret !== 'string' || key === '' || secret === '')
    throw new ServiceProblem(
      'AUTH_ERR_EMPTY_AUTH_HEADER',
      'The headers key and secret are needed.',
    );
  if (key !== keys.management.key || secret !== keys.management.secret)
    throw new ServiceProblem('AUTH_ERR_APIKEY_NOT_FOUND', 'The key or the secret is not known.');
}

/**
 * The uid of the acting user. The header is ignored by operations that do not use it.
 * @throws {ServiceProblem} `ERR_UID_NOT_FOUND`; `ERR_BAD_REQUEST` when the header is required and missing
 */
export function actorOf(
  { onBehalfOf: need }: Pick<Operation, 'onBehalfOf'>,
  headers: IncomingHttpHeaders,
  store: Store,
): string | undefined {
  const header = headers['onbehalfof'];
  if (need === 'none') return undefined;
  if (typeof header !== 'string' || header === '') {
    if (need === 'required') throw badField('onBehalfOf', 'The header onBehalfOf is required.');
    return undefined;
  }
  return activeUser(store, header.toLowerCase()).uid;
}
