import { BlockList, isIP } from 'node:net';
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { NotCopied } from '../terms/cause.ts';

/** Networks that are not the internet. Sources: RFC 6890, RFC 6598, RFC 4193, RFC 3879, RFC 6052. */
const networks: readonly (readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['::1', 128, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

const blocked = new BlockList();
for (const [network, bits, family] of networks) blocked.addSubnet(network, bits, family);

/** Whether an address belongs to this machine, to a private network, or to no network. Recognises IPv4 addresses inside of IPv6 addresses. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return true;
  return blocked.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** @param hostname of a URL @returns the address in it; undefined for a name */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

type Done = (
  error: NodeJS.ErrnoException | null,
  address?: string | LookupAddress[],
  family?: number,
) => void;

export type Lookup = typeof systemLookup;

/**
 * Resolves names for connections, and refuses names that lead to private addresses. The connection uses the checked address itself,
 * so a name whose answer changes afterwards makes no difference.
 *
 * @param isNamed whether the operator named the host
 */
export function guardedLookup(isNamed: (hostname: string) => boolean, lookup: Lookup) {
  return (hostname: string, options: LookupOptions, done: Done): void => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error);
      const addresses: LookupAddress[] = found;
      const isRefused =
        !isNamed(hostname) && addresses.some(({ address }) => isPrivateAddress(address));
      if (isRefused) return done(privateName());
      const first = addresses[0];
      if (first === undefined) return done(new Error('no address'));
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

export function privateName(): NotCopied {
  return new NotCopied(
    'private',
    'its host leads to an address of this machine or of a private network',
  );
}
