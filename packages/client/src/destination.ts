import type { Api } from '@chatferry/contract';
import { type BaseAddress, baseAddresses } from './base-address.ts';
import type { ClientOptions } from './client-options.ts';
import { standInHeaders } from './stand-in.ts';
import { VERSION } from './version.ts';

/** Where the requests of one API go, and the headers that all of them carry. */
export interface Destination extends BaseAddress {
  readonly headers: Readonly<Record<string, string>>;
}

/** @throws TypeError for an address that is none, or that would carry the key over the network in the clear */
export function destinationsFor(options: ClientOptions): ReadonlyMap<Api, Destination> {
  const destinations = new Map<Api, Destination>();
  for (const [api, base] of baseAddresses(options)) {
    const standIn = api === 'management' ? {} : standInHeaders(base.origin, options);
    destinations.set(api, { ...base, headers: { ...COMMON_HEADERS, ...standIn } });
  }
  return destinations;
}

/** Gateways often refuse requests without a User-Agent. */
const COMMON_HEADERS = { accept: 'application/json', 'user-agent': `chatferry/${VERSION}` };
