import { isDiskFull } from '@chatferry/disk';
import { SourceError } from '../errors/source-error.ts';
import { DumpError } from '../dumps/dump-error.ts';
import { connectionError } from './connection-error.ts';
import type { Driver } from './database-options.ts';
import type { FailurePlace } from './driver-error.ts';
import { queryError } from './query-error.ts';

const systemNames: Readonly<Record<Exclude<Driver, 'dump'>, string>> = {
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  sqlite: 'SQLite',
};

/** Explains an error of a driver, without the address. Other errors, such as the error of a signal, stay as they are. */
export function databaseError(error: unknown, place: FailurePlace): unknown {
  if (error instanceof SourceError || (error as Error | undefined)?.name === 'AbortError')
    return error;
  if (error instanceof DumpError)
    return new SourceError(
      'bad-dump',
      `The dump '${place.address}' cannot be read. ${error.message}`,
      error.fix,
    );
  if (isInProcess(place.driver) && isDiskFull(error))
    return new SourceError(
      'database-lost',
      `There is no space left for temporary files, in which the rows of ${databaseText(place)} are kept. Nothing was planned.`,
      'Free some space in the folder for temporary files, or name another one in the environment variable SQLITE_TMPDIR. Then plan again.',
    );
  const database = databaseText(place);
  const { kind } = place;
  return kind === undefined
    ? connectionError(error, place, database)
    : queryError(error, { ...place, kind }, database);
}

/** Whether the process itself keeps and sorts the rows. */
function isInProcess(driver: Driver): boolean {
  return driver === 'sqlite' || driver === 'dump';
}

/** The database as a sentence names it. */
export function databaseText({ driver, name, address }: FailurePlace): string {
  return driver === 'dump'
    ? `the dump '${address}'`
    : `the ${systemNames[driver]} database '${name}'`;
}
