import { count } from '@chatferry/contract';
import { SourceError } from '../source-error.ts';
import type { DatabaseSource, Driver } from './database-options.ts';
import { KeyError } from './in-order.ts';
import { AddressError } from './server-address.ts';
import { BlobError } from './blob-error.ts';

/** Where a database failed. */
export interface FailurePlace {
  /** Of the database in problems. */
  readonly name: string;
  readonly driver: Driver;
  /** It never gets into a message. */
  readonly address: string;
  /** Whose queries are read; absent for those of the user. */
  readonly preset?: DatabaseSource['preset'];
  /** Absent before the first query. */
  readonly kind?: string;
  /** Rows of the query that were read; absent before the first. */
  readonly rows?: number;
}

export const systemNames: Readonly<Record<Driver, string>> = {
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  sqlite: 'SQLite',
};

/** Codes of the system, of PostgreSQL (classes too) and of MySQL for a connection that ended. */
const lost =
  /^(ECONNRESET|EPIPE|ETIMEDOUT|PROTOCOL_CONNECTION_LOST|PROTOCOL_SEQUENCE_TIMEOUT|ER_SERVER_SHUTDOWN|ER_CONNECTION_KILLED|ER_QUERY_INTERRUPTED|08...|57P0.|57014|40001|25P03)$/;

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^(ECONNREFUSED)$/, 'nothing listens there'],
  [/^ENOENT$/, 'there is no such file'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the name of its host is not known'],
  [/^(28...|ER_ACCESS_DENIED.*|ER_DBACCESS_DENIED.*)$/, 'it refuses the user or the password'],
  [/^(3D000|ER_BAD_DB_ERROR)$/, 'the server has no database of that name'],
  [/^(53300|ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS)$/, 'it has too many connections'],
  [/^(57P03)$/, 'the server is starting or stopping'],
];

/** What an error of a driver means, without the address. Other errors, such as that of a signal, stay as they are. */
export function databaseError(error: unknown, place: FailurePlace): unknown {
  const { name, driver, kind, rows } = place;
  const system = systemNames[driver];
  const what = `the ${system} database '${name}'`;
  if (error instanceof SourceError || (error as Error | undefined)?.name === 'AbortError')
    return error;
  const query = `The query of ${kind} in ${what}`;
  if (error instanceof BlobError)
    return new SourceError(
      'bad-query',
      `${query} returns ${error.column} as a BLOB, which no field can hold, after ${count(rows ?? 0)} rows.`,
      `Leave it out of the query, or select it as a text: hex(${error.column}).`,
    );
  if (error instanceof KeyError)
    return new SourceError(
      'bad-query',
      `${query} has a key that does not tell its rows apart. ${error.message}`,
      'Set key to the columns of the primary key, as in key: id.',
    );
  if (error instanceof AddressError)
    return new SourceError(
      'no-database',
      `There is no connection to ${what}: ${error.message}.`,
      'Correct the environment variable.',
    );
  const code = codeOf(error);
  if (kind !== undefined && isLost(error, code))
    return new SourceError(
      'database-lost',
      `The connection to ${what} was lost after ${count(rows ?? 0)} rows of ${kind}. Nothing was planned.`,
      'Plan again. The same data result in the same plan.',
    );
  if (kind === undefined && isOfEncryption(error, code))
    return new SourceError(
      'no-database',
      `There is no encrypted connection to ${what}: ${withoutAddress(messageOf(error), place)}.`,
      'Encrypt the connections of the server. Or add sslmode=no-verify to the address for a self-signed certificate, or sslmode=disable where the network is your own.',
    );
  if (kind === undefined) {
    const reason = reasons.find(([codes]) => codes.test(code))?.[1];
    return new SourceError(
      'no-database',
      `There is no connection to ${what}: ${reason ?? withoutAddress(messageOf(error), place)}.`,
      driver === 'sqlite'
        ? 'Check the path, and that the file is a database that no other program locks.'
        : `Check the address, such as ${driver === 'postgres' ? 'postgres://user:password@host:5432/name' : 'mysql://user:password@host:3306/name'}, and that the server accepts connections from here.`,
    );
  }
  const read = rows === undefined ? '' : ` after ${count(rows)} rows`;
  return new SourceError(
    'bad-query',
    `${query} fails${read}: ${withoutAddress(messageOf(error), place)}.`,
    queryFix(error, place),
  );
}

/** Of SQLite, for a file whose pages contradict each other. */
const CORRUPT = 11;

function queryFix(error: unknown, { preset }: FailurePlace): string {
  if ((error as { errcode?: unknown }).errcode === CORRUPT)
    return 'The file is damaged: use a backup of it, or what .recover of sqlite3 makes of it.';
  if (preset === 'phpbb')
    return 'Set tablePrefix to what the names of the tables begin with, and check that the database is one of phpBB 3.1 or later.';
  if (preset === 'discourse')
    return 'Check that the database is one of Discourse, with the tables of its chat.';
  return 'Correct the query, and try it with the client of the database.';
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first === undefined ? '' : codeOf(first);
}

function isLost(error: unknown, code: string): boolean {
  return lost.test(code) || /^Connection (terminated|ended|lost)/.test(messageOf(error));
}

function isOfEncryption(error: unknown, code: string): boolean {
  return (
    /SSL|TLS|CERT|ISSUER|SIGNATURE/.test(code) || /\bSSL\b|secure connection/.test(messageOf(error))
  );
}

/** Values from rows, which servers quote in messages about conversions, are left out. */
function messageOf(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  const text = typeof message === 'string' ? message : String(error);
  const ofValues = typeof code === 'string' && /^22...$/.test(code);
  return (ofValues ? text.replaceAll(/"[^"]*"|'[^']*'/g, '…') : text).replace(/\.$/, '');
}

function withoutAddress(message: string, { address, driver }: FailurePlace): string {
  if (driver === 'sqlite') return message;
  const parts = [address, ...partsOf(address)].filter((part) => part.length > 2);
  const users = /\b(user|role) (['"`])[^'"`]*\2(@(['"`])[^'"`]*\4)?/g;
  const safe = message.replaceAll(users, '$1 …');
  return parts.reduce((text, part) => text.replaceAll(part, '…'), safe);
}

/** The parts of an address that identify the server or open it. */
function partsOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { hostname, password, host } = new URL(address);
  return [host, hostname, password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
