import { databaseError } from './database-error.ts';
import type { DatabaseSource, Driver } from './database-options.ts';
import type { FailurePlace } from './driver-error.ts';
import { driverOf, queriesOf } from './kinds-of.ts';
import type { Snapshot } from './snapshot.ts';
import { answered, type WaitLimits, waitLimits } from './waiting.ts';

/** The name of a database in problems. */
export function nameOf(source: DatabaseSource): string {
  return source.name ?? driverOf(source).driver;
}

type Opener = (
  address: string,
  signal: AbortSignal,
  queries: readonly string[],
) => Promise<Snapshot>;

/** A driver is loaded when it is used. */
const openers: Readonly<Record<Driver, Opener>> = {
  postgres: async (address, signal) =>
    (await import('./postgres.ts')).openPostgres(address, signal),
  mysql: async (address, signal) => (await import('./mysql.ts')).openMysql(address, signal),
  sqlite: async (address) => (await import('./sqlite.ts')).openSqlite(address),
  dump: async (address, signal, queries) =>
    (await import('./sqlite.ts')).openDumped(address, queries, signal),
};

/** Connects to a database, and begins a snapshot. @param queries the queries to read from a dump */
export async function openSnapshot(
  driver: Driver,
  address: string,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<Snapshot> {
  return openers[driver](address, signal, queries);
}

/** The place of a database in failures. */
export function placeOf(source: DatabaseSource): FailurePlace {
  const { driver, address } = driverOf(source);
  return { name: nameOf(source), driver, address, preset: source.preset };
}

/** Connects to a database and begins a snapshot. @throws {SourceError} */
export async function sourceSnapshot(
  source: DatabaseSource,
  signal?: AbortSignal,
  limits: WaitLimits = waitLimits,
): Promise<Snapshot> {
  const { driver, address } = driverOf(source);
  const opening = new AbortController();
  const texts = queriesOf(source).map(({ declared: { query } }) => query);
  return await answered(openSnapshot(driver, address, texts, opening.signal), {
    // Opening a dump reads all of it.
    limitMs: driver === 'dump' ? limits.rowsMs : limits.openMs,
    signal,
    interrupt: () => opening.abort(),
  }).catch((error: unknown) => {
    throw failureOf(error, placeOf(source), signal);
  });
}

/** The reason of an aborted signal, which is why the work failed; otherwise the error. */
export function failureOf(
  error: unknown,
  place: FailurePlace,
  signal: AbortSignal | undefined,
): unknown {
  return signal?.aborted === true ? signal.reason : databaseError(error, place);
}
