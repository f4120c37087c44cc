import { type Api, baseUrl, isLoopback, regions } from '@chatferry/contract';
import type { ClientOptions } from '../terms/client-options.ts';

/** The address of one API: the origin for the connection and the prefix of every path. */
export interface BaseAddress {
  readonly origin: string;
  /** Without a slash at the end; empty when the API starts at the root. */
  readonly prefix: string;
}

/**
 * The addresses from the options, each checked. APIs without an address are omitted.
 * @throws TypeError for an invalid app id, region or address, and for an address that would send the key unencrypted over the network
 */
export function baseAddresses(options: ClientOptions): ReadonlyMap<Api, BaseAddress> {
  const { appId, region } = options;
  checkApp(appId, region);
  const given: Record<Api, string | undefined> = {
    chat: options.baseUrl,
    calls: options.callsBaseUrl,
    management: options.managementBaseUrl,
  };
  const found = new Map<Api, BaseAddress>();
  for (const api of Object.keys(given) as Api[]) {
    // For another chat server, no address of the calls API is derived: the hosted calls server would receive the key.
    const isDerived = api !== 'calls' || options.baseUrl === undefined;
    const url =
      given[api] ??
      (appId !== undefined && region !== undefined && isDerived
        ? baseUrl(api, { appId, region })
        : api === 'management'
          ? baseUrl(api, { appId: '', region: 'us' })
          : undefined);
    if (url !== undefined) found.set(api, checked(api, url));
  }
  return found;
}

/** Both become part of a host's name. Any other character could send the key to another host. */
function checkApp(appId: string | undefined, region: string | undefined): void {
  if (appId !== undefined && !/^[a-z0-9][\w-]*$/i.test(appId))
    throw new TypeError(
      `The app id '${appId}' is invalid; it must consist of letters, digits, '-' and '_', as the dashboard shows it.`,
    );
  if (region !== undefined && !regions.some((each) => each === region))
    throw new TypeError(`There is no region '${region}'; the regions are ${regions.join(', ')}.`);
}

function checked(api: Api, text: string): BaseAddress {
  const url = URL.parse(text);
  if (url === null)
    throw new TypeError(`The ${api} address '${text}' is not a URL; write it as https://host/v3.`);
  if (url.username !== '' || url.password !== '')
    throw new TypeError(
      `The ${api} address contains a user name or password; pass keys as options.`,
    );
  if (url.search !== '' || url.hash !== '')
    throw new TypeError(`The ${api} address '${text}' must end with its path.`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new TypeError(
      `The ${api} address '${text}' is refused: keys and messages are sent over https only, ` +
        'except to this machine itself (127.0.0.1, ::1, localhost).',
    );
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, '') };
}
