import { SourceError } from '../errors/source-error.ts';
import { DumpError } from '../dumps/dump-error.ts';
import { connectionError } from './connection-error.ts';
import type { Driver } from './database-options.ts';
import type { FailurePlace } from './driver-error.ts';
import { queryError } from './query-error.ts';

export const systemNames: Readonly<Record<Driver, string>> = {
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  sqlite: 'SQLite',
  dump: 'dumped',
};

/** What an error of a driver means, without the address. Other errors, such as that of a signal, stay as they are. */
export function databaseError(error: unknown, place: FailurePlace): unknown {
  if (error instanceof SourceError || (error as Error | undefined)?.name === 'AbortError')
    return error;
  if (error instanceof DumpError)
    return new SourceError(
      'bad-dump',
      `The dump '${place.name}' cannot be read. ${error.message}`,
      error.fix,
    );
  const database = `the ${systemNames[place.driver]} database '${place.name}'`;
  const { kind } = place;
  return kind === undefined
    ? connectionError(error, place, database)
    : queryError(error, { ...place, kind }, database);
}
