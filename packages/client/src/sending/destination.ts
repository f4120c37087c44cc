import type { Api } from '@chatferry/contract';
import { type BaseAddress, baseAddresses } from './base-address.ts';
import type { ClientOptions } from '../terms/client-options.ts';
import { appHeaders } from './app-headers.ts';
import { VERSION } from '../terms/version.ts';

/** The address of one API, and the headers of all requests to it. */
export interface Destination extends BaseAddress {
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws TypeError for an invalid address, and for an address that would send the key unencrypted over the network */
export function destinationsFor(options: ClientOptions): ReadonlyMap<Api, Destination> {
  const destinations = new Map<Api, Destination>();
  for (const [api, base] of baseAddresses(options)) {
    const standIn = api === 'management' ? {} : appHeaders(base.origin, options);
    destinations.set(api, { ...base, headers: { ...COMMON_HEADERS, ...standIn } });
  }
  return destinations;
}

/** Gateways often refuse requests without a User-Agent. */
const COMMON_HEADERS = { accept: 'application/json', 'user-agent': `chatferry/${VERSION}` };
