import type { DatabaseSource, Driver } from './database-options.ts';

/** The database that has failed. */
export interface FailurePlace {
  /** The name of the database in problems. */
  readonly name: string;
  readonly driver: Driver;
  /** The address of the database, which never gets into a message. */
  readonly address: string;
  /** The preset whose queries are read; absent for queries of the user. */
  readonly preset?: DatabaseSource['preset'];
  /** Absent before the first query. */
  readonly kind?: string;
  /** Rows of the query that were read; absent before the first row. */
  readonly rows?: number;
}

/** The code of an error of a driver; empty when the error has none. */
export function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  return first === undefined ? '' : codeOf(first);
}

/** The message of an error of a driver, without the address and without values from rows, which servers quote. */
export function shownMessage(error: unknown, place: FailurePlace): string {
  return withoutAddress(messageOf(error), place);
}

/** The message without values from rows, which servers quote in messages about conversions. */
export function messageOf(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  const text = inWords(typeof message === 'string' ? message : String(error));
  const ofValues = typeof code === 'string' && /^22...$/.test(code);
  return (ofValues ? text.replaceAll(/"[^"]*"|'[^']*'/g, '…') : text).replace(/\.$/, '');
}

/** A line of OpenSSL has numbers, names of functions and of a source file around the reason: only the reason is kept. */
function inWords(message: string): string {
  return message.replaceAll(/\b[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]*):[^\n]*\n?/g, '$1');
}

function withoutAddress(message: string, { address, driver }: FailurePlace): string {
  if (driver === 'sqlite' || driver === 'dump') return message;
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
