import { type FixableErrorClass, fixableErrors } from '@chatferry/contract';

/**
 * Why an export cannot be read:
 * - `bad-archive`: the archive is damaged, cut off or encrypted, or the folder of an export has a link
 * - `hostile-archive`: it contains something that only an attack contains: names outside its folder, links, entries that overlap or
 *   occur twice, or far more bytes than the archive itself has
 * - `unknown-system`: the export belongs to no known system, or not to the named system
 * - `open-question`: the export does not show how to read it, such as the zone of its times, and a setting has to
 *
 * Why a database cannot be read:
 * - `no-driver`: the package that connects to the database is not installed
 * - `no-database`: the database does not accept the connection
 * - `bad-dump`: a dump is cut off, in another form, or has a row whose values are not literal
 * - `bad-query`: a query fails, or returns something that cannot be read
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
