import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';

/**
 * Why an export cannot be read:
 * - `bad-archive`: the archive is damaged, cut off or encrypted, or the folder of an export has a link
 * - `hostile-archive`: it contains what only an attack contains: names outside its folder, links, entries that overlap or
 *   occur twice, or far more bytes than it has itself
 * - `unknown-system`: no system has an export like this one, or the named one has not
 * - `open-question`: the export does not show how to read it, such as the zone of its times, and a setting must
 *
 * Why a database cannot be read:
 * - `no-driver`: the package that connects to it is not installed
 * - `no-database`: it does not accept the connection
 * - `bad-dump`: a dump is cut off, in another form, or has a row whose values are not written out
 * - `bad-query`: a query fails, or returns what cannot be read
 * - `database-lost`: the connection ended, the database did not answer in time, or there is no space for temporary files
 */
export type SourceErrorCode =
  | 'bad-archive'
  | 'hostile-archive'
  | 'unknown-system'
  | 'open-question'
  | 'no-driver'
  | 'no-database'
  | 'bad-dump'
  | 'bad-query'
  | 'database-lost';

const FixableErrors: FixableErrorClass<SourceErrorCode> = fixableErrors('SourceError');

/** An export or a database that cannot be read. */
export class SourceError extends FixableErrors {}
