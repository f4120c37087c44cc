import { LedgerError } from '@chatferry/runner';

/** Whether the address contains a password. */
export function hasPassword(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.password !== '' || url.searchParams.has('password'));
}

/**
 * The name of a store in messages: server and database, without user and password.
 *
 * @throws {LedgerError} `bad-store` for anything but an address of PostgreSQL; the message does not repeat it
 */
export function nameOfStore(address: string): string {
  const url = URL.parse(address);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol) || url.hostname === '')
    throw new LedgerError('bad-store', 'The address of the store is not one of PostgreSQL.', {
      file: 'the store',
      fix: 'Its form is postgres://user:password@host:5432/name.',
    });
  return `PostgreSQL at ${url.host}${url.pathname}`;
}
