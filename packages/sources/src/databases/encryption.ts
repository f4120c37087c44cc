import { isLoopback } from '@chatferry/contract';
import { AddressError } from './server-address.ts';

/** How a connection is encrypted: not at all, or without or with a check of the server's certificate. */
export type Encryption = 'disable' | 'no-verify' | 'verify-full';

/** The values of `sslmode` in PostgreSQL and MySQL. Values that do not check the name of the host are read as stricter. */
const modes: Readonly<Record<string, Encryption>> = {
  disable: 'disable',
  disabled: 'disable',
  'no-verify': 'no-verify',
  require: 'verify-full',
  required: 'verify-full',
  'verify-ca': 'verify-full',
  verify_ca: 'verify-full',
  'verify-full': 'verify-full',
  verify_identity: 'verify-full',
};

const parameters = ['sslmode', 'ssl-mode'];

/** The encryption that an address asks for, and the address without this parameter. */
export interface EncryptedAddress {
  readonly address: string;
  /** Undefined when the driver decides, by other parameters of the address. */
  readonly encryption: Encryption | undefined;
}

/**
 * Reads `sslmode` of an address. Without it, a connection to another machine is encrypted, because it carries a password and people's
 * words.
 *
 * @throws {AddressError}
 */
export function encryptionOf(address: string): EncryptedAddress {
  const url = new URL(address);
  const asked = parameters.flatMap((name) => url.searchParams.getAll(name)).at(-1);
  if (asked === undefined) {
    const isDecided = url.searchParams.has('ssl') || isLocal(url);
    return { address, encryption: isDecided ? undefined : 'verify-full' };
  }
  const encryption = modes[asked.toLowerCase()];
  if (encryption === undefined)
    throw new AddressError(
      `sslmode in the address is not disable, no-verify, require or verify-full`,
    );
  for (const name of parameters) url.searchParams.delete(name);
  return { address: url.href, encryption };
}

/** Whether the server is on this machine: the address is a loopback address, or the path of a socket. */
function isLocal(url: URL): boolean {
  const socket = url.searchParams.get('socketPath') ?? '';
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  return socket !== '' || host === '' || host.startsWith('/') || isLoopback(host);
}
