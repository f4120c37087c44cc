import type { ConnectionOptions, SslOptions } from 'mysql2';
import { type Encryption, encryptionOf } from './encryption.ts';
import { KEEP_ALIVE_MS } from './waiting.ts';

const encryptions: Readonly<Record<Encryption, { ssl?: SslOptions }>> = {
  disable: {},
  'no-verify': { ssl: { rejectUnauthorized: false } },
  'verify-full': { ssl: { rejectUnauthorized: true, verifyIdentity: true } },
};

/** Parameters of the address about the connection. Other parameters, such as `multipleStatements`, change the driver's behaviour. */
const parameters: readonly string[] = ['ssl', 'socketPath', 'enableCleartextPlugin'];

/** The options of a connection to an address: every value is read as a text. @throws {AddressError} */
export function optionsFrom(address: string): ConnectionOptions {
  const { address: uri, encryption } = encryptionOf(address.replace(/^mariadb:/, 'mysql:'));
  const url = new URL(uri);
  for (const name of new Set(url.searchParams.keys()))
    if (!parameters.includes(name)) url.searchParams.delete(name);
  return {
    uri: url.href,
    ...(encryption === undefined ? {} : encryptions[encryption]),
    charset: 'utf8mb4',
    connectTimeout: 0, // The caller limits the time.
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    rowsAsArray: true,
    typeCast: (field) => (field.type === 'BIT' ? field.buffer() : field.string()),
  };
}
