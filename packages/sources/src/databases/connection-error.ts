import { count } from '@chatferry/contract';
import { SourceError } from '../errors/source-error.ts';
import { codeOf, messageOf, shownMessage, type FailurePlace } from './driver-error.ts';
import { GarbledError, LargeMessageError } from './message-guard.ts';
import { AddressError } from './server-address.ts';
import { NoAnswerError } from './waiting.ts';

/** By codes of the system, of PostgreSQL and of MySQL. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(ECONNREFUSED)$/, 'nothing listens there'],
  [/^ENOENT$/, 'there is no such file'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the name of its host is not known'],
  [/^(28...|ER_ACCESS_DENIED.*|ER_DBACCESS_DENIED.*)$/, 'it refuses the user or the password'],
  [/^(3D000|ER_BAD_DB_ERROR)$/, 'the server has no database of that name'],
  [/^(53300|ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS)$/, 'it has too many connections'],
  [/^(57P03)$/, 'the server is starting or stopping'],
];

/** Why there is no connection. @param database for people */
export function connectionError(
  error: unknown,
  place: FailurePlace,
  database: string,
): SourceError {
  const code = codeOf(error);
  if (place.driver === 'dump')
    return new SourceError(
      'bad-dump',
      `The dump '${place.address}' cannot be read: ${reasonOf(error, code) ?? shownMessage(error, place)}.`,
      'Check the path of the dump, and its permissions.',
    );
  if (isOfEncryption(error, code))
    return new SourceError(
      'no-database',
      `There is no encrypted connection to ${database}: ${shownMessage(error, place)}.`,
      'Encrypt the connections of the server. Or add sslmode=no-verify to the address for a self-signed certificate, or sslmode=disable where the network is your own.',
    );
  return new SourceError(
    'no-database',
    `There is no connection to ${database}: ${reasonOf(error, code) ?? shownMessage(error, place)}.`,
    error instanceof AddressError ? 'Correct the address.' : fixes[place.driver],
  );
}

function reasonOf(error: unknown, code: string): string | undefined {
  if (error instanceof NoAnswerError)
    return `it has not answered for ${count(error.seconds)} seconds`;
  if (error instanceof GarbledError || error instanceof LargeMessageError)
    return 'another kind of server answers there';
  if (/client password must be/.test(messageOf(error)))
    return 'it asks for a password, and the address has none';
  return reasons.find(([codes]) => codes.test(code))?.[1];
}

const fixes: Readonly<Record<Exclude<FailurePlace['driver'], 'dump'>, string>> = {
  postgres: fixOf('postgres://user:password@host:5432/name'),
  mysql: fixOf('mysql://user:password@host:3306/name'),
  sqlite: 'Check the path, and that the file is a database that no other program locks.',
};

function fixOf(form: string): string {
  return `Check the address, such as ${form}, and that the server accepts connections from here.`;
}

function isOfEncryption(error: unknown, code: string): boolean {
  return (
    /SSL|TLS|CERT|ISSUER|SIGNATURE/.test(code) || /\bSSL\b|secure connection/.test(messageOf(error))
  );
}
