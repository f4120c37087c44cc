import { counted, count } from '@chatferry/contract';
import { SourceError } from '../errors/source-error.ts';
import { BlobError } from './blob-error.ts';
import { codeOf, messageOf, shownMessage, type FailurePlace } from './driver-error.ts';
import { KeyError } from './in-order.ts';
import { GarbledError, LargeMessageError } from './message-guard.ts';
import { LOCK_WAIT_S, NoAnswerError } from './waiting.ts';

/** Codes of the system, of PostgreSQL (classes too) and of MySQL for a connection that ended. */
const lost =
  /^(ECONNRESET|EPIPE|ETIMEDOUT|PROTOCOL_CONNECTION_LOST|PROTOCOL_SEQUENCE_TIMEOUT|ER_SERVER_SHUTDOWN|ER_CONNECTION_KILLED|ER_QUERY_INTERRUPTED|08...|57P0.|57014|40001|25P03)$/;

/** Codes of PostgreSQL and MySQL for a table that is locked for too long. */
const locked = /^(55P03|ER_LOCK_WAIT_TIMEOUT)$/;

/** Why a query fails. @param database for people */
export function queryError(
  error: unknown,
  place: FailurePlace & { readonly kind: string },
  database: string,
): SourceError {
  const { kind, rows = 0 } = place;
  const query = `The query of ${kind} in ${database}`;
  const after = `after ${counted(rows, 'row')}`;
  if (error instanceof BlobError)
    return badQuery(
      `${query} returns ${error.column} as a BLOB, which no field can hold, ${after}.`,
      `Leave it out of the query, or select it as a text: hex(${error.column}).`,
    );
  if (error instanceof KeyError)
    return badQuery(
      `${query} has a key that does not tell its rows apart. ${error.message}`,
      'Set key to the columns of the primary key, as in key: id.',
    );
  if (error instanceof LargeMessageError)
    return badQuery(
      `${query} returns a row that is too large, ${after}. ${error.message}`,
      'Leave long columns out of the query.',
    );
  if (error instanceof NoAnswerError)
    return lostAt(
      `${query} has had no answer for ${count(error.seconds)} seconds, ${after}.`,
      'Find out what it waits for in the server: a lock, or a sort for which the key needs an index. Then plan again.',
    );
  if (error instanceof GarbledError)
    return lostAt(
      `${query} has an answer that is not of the protocol, ${after}.`,
      'Check what is between chatferry and the database, such as a proxy or a pooler. Then plan again.',
    );
  const code = codeOf(error);
  if (locked.test(code))
    return lostAt(
      `${query} has waited ${LOCK_WAIT_S} seconds for a table that another transaction has locked.`,
      'Wait until that transaction has ended. Then plan again.',
    );
  if (lost.test(code) || /^Connection (terminated|ended|lost)/.test(messageOf(error)))
    return lostAt(
      `The connection to ${database} was lost after ${counted(rows, 'row')} of ${kind}.`,
      'Plan again. The same data result in the same plan.',
    );
  const read = place.rows === undefined ? '' : ` ${after}`;
  return badQuery(`${query} fails${read}: ${shownMessage(error, place)}.`, fixOf(error, place));
}

function badQuery(message: string, fix: string): SourceError {
  return new SourceError('bad-query', message, fix);
}

function lostAt(message: string, fix: string): SourceError {
  return new SourceError('database-lost', `${message} Nothing was planned.`, fix);
}

/** The code of SQLite for a file whose pages contradict each other. */
const CORRUPT = 11;

function fixOf(error: unknown, { preset, driver }: FailurePlace): string {
  if ((error as { errcode?: unknown }).errcode === CORRUPT)
    return 'The file is damaged: use a backup of it, or what .recover of sqlite3 makes of it.';
  if (preset === 'phpbb')
    return 'Set tablePrefix to what the names of the tables begin with, and check that the database is one of phpBB 3.1 or later.';
  if (preset === 'discourse')
    return 'Check that the database is one of Discourse, with the tables of its chat.';
  if (driver === 'dump')
    return 'Correct the query, which is one SELECT in the SQL of SQLite, whatever system wrote the dump. The tables and columns of a dump have the names that are in it.';
  return 'Correct the query, which is one SELECT, and try it with the client of the database.';
}
