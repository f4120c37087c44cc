import { createHash } from 'node:crypto';
import type { InputKind, RecordBlock } from '@chatferry/contract';
import { judgeRows, type KindMapping, type PackedRows, type ReadRules } from '@chatferry/parsers';
import { SourceError } from '../errors/source-error.ts';
import type { DatabaseKind, DatabaseSource, Driver } from './database-options.ts';
import { keyOf } from './default-key.ts';
import { databaseError, systemNames } from './database-error.ts';
import type { FailurePlace } from './driver-error.ts';
import { inOrder } from './in-order.ts';
import { driverOf, kindsOf } from './kinds-of.ts';
import { RowPages } from './row-pages.ts';
import type { Snapshot } from './snapshot.ts';
import { answered, type WaitLimits, waitLimits } from './waiting.ts';

/** A query whose columns are known. */
interface CheckedQuery {
  readonly query: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
}

interface Waits extends WaitLimits {
  readonly signal: AbortSignal | undefined;
}

/** How the rows of a kind are identified in the plan. */
interface RowsRead {
  /** Of the rows as JSON. */
  readonly bytes: number;
  readonly sha256: string;
}

/** A database whose queries were checked, in a snapshot: all of them see the same rows. */
export interface Database extends AsyncDisposable {
  readonly name: string;
  readonly driver: Driver;
  readonly kinds: readonly InputKind[];
  readonly columnsOf: (kind: InputKind) => readonly string[];
  /** The rows of a kind, judged. */
  readonly blocks: (
    kind: InputKind,
    mapping: KindMapping,
    rules: ReadRules,
    signal?: AbortSignal,
  ) => AsyncGenerator<RecordBlock>;
  /** What was read. Call it after all blocks of the kind. */
  readonly rowsRead: (kind: InputKind) => RowsRead;
}

/** The name of a database in problems. */
export function nameOf(source: DatabaseSource): string {
  return source.name ?? driverOf(source).driver;
}

/** The drivers load when they are used. */
const openers: Readonly<
  Record<
    Driver,
    (address: string, signal: AbortSignal, queries: readonly string[]) => Promise<Snapshot>
  >
> = {
  postgres: async (address, signal) =>
    (await import('./postgres.ts')).openPostgres(address, signal),
  mysql: async (address, signal) => (await import('./mysql.ts')).openMysql(address, signal),
  sqlite: async (address) => (await import('./sqlite.ts')).openSqlite(address),
  dump: async (address, signal, queries) =>
    (await import('./sqlite.ts')).openDumped(address, queries, signal),
};

/**
 * Connects to a database, begins a snapshot and checks all queries, so that a fault in the last one is found before the
 * first one is read.
 *
 * @throws {SourceError}
 */
export async function openDatabase(
  source: DatabaseSource,
  signal?: AbortSignal,
  limits: WaitLimits = waitLimits,
): Promise<Database> {
  const { driver, address } = driverOf(source);
  const name = nameOf(source);
  const place = { name, driver, address, preset: source.preset };
  const opening = new AbortController();
  const kinds = kindsOf(source);
  const texts = Object.values(kinds).map(({ query }) => query);
  const snapshot = await answered(openers[driver](address, opening.signal, texts), {
    // A dump is read whole when it is opened.
    limitMs: driver === 'dump' ? limits.rowsMs : limits.openMs,
    signal,
    interrupt: () => opening.abort(),
  }).catch((error: unknown) => {
    throw failureOf(error, place, signal);
  });
  const waits = { ...limits, signal };
  const queries = new Map<InputKind, CheckedQuery>();
  try {
    for (const [kind, declared] of Object.entries(kinds) as [InputKind, DatabaseKind][]) {
      queries.set(kind, await checked(snapshot, kind, declared, { ...place, kind }, waits));
    }
  } catch (error) {
    await snapshot[Symbol.asyncDispose]();
    throw error;
  }
  const read = new Map<InputKind, RowsRead>();
  let isOpen = true;
  return {
    name,
    driver,
    kinds: [...queries.keys()],
    columnsOf: (kind) => queries.get(kind)!.columns,
    blocks: (kind, mapping, rules, stop) => {
      const onEnd = (rows: RowsRead): void => void read.set(kind, rows);
      const waiting = { ...limits, signal: stop };
      const pages = pagesOf(snapshot, queries.get(kind)!, { ...place, kind }, onEnd, waiting);
      return judgeRows(kind, pages, rules, stop, mapping);
    },
    rowsRead: (kind) => read.get(kind)!,
    [Symbol.asyncDispose]: async () => {
      if (isOpen) await snapshot[Symbol.asyncDispose]();
      isOpen = false;
    },
  };
}

/** The reason of the signal, once it is aborted: what fails then, fails because of it. */
function failureOf(error: unknown, place: FailurePlace, signal: AbortSignal | undefined): unknown {
  return signal?.aborted === true ? signal.reason : databaseError(error, place);
}

async function checked(
  snapshot: Snapshot,
  kind: InputKind,
  declared: DatabaseKind,
  place: FailurePlace,
  { columnsMs: limitMs, signal }: Waits,
): Promise<CheckedQuery> {
  const interrupt = (): void => snapshot.interrupt();
  const found = await answered(snapshot.columnsOf(declared.query), {
    limitMs,
    signal,
    interrupt,
  }).catch((error: unknown) => {
    throw failureOf(error, place, signal);
  });
  const columns = found.map(({ name }) => name);
  const what = `The query of ${kind} in the ${systemNames[place.driver]} database '${place.name}'`;
  const repeated = columns.find((name, index) => columns.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new SourceError(
      'bad-query',
      `${what} returns the column ${repeated} twice.`,
      'Name each column once: SELECT u.id AS user_id, …',
    );
  const [unreadable] = found.filter((column) => column.unreadable !== undefined);
  if (unreadable?.unreadable !== undefined)
    throw new SourceError(
      'bad-query',
      `${what} returns ${unreadable.name}, whose type ${unreadable.unreadable.type} no field can hold.`,
      `Leave it out of the query, or select it as a text: ${unreadable.unreadable.fix}`,
    );
  const key = keyOf(kind, declared, columns);
  if (key === undefined)
    throw new SourceError(
      'bad-query',
      declared.key === undefined
        ? `${what} does not return the columns of the ids under their names, so that it is not known what tells its rows apart.`
        : `${what} does not return the column ${[declared.key].flat().find((name) => !columns.includes(name))}, which key names.`,
      'Set key to the columns of the primary key, as in key: id, and select them.',
    );
  return { query: declared.query, key, columns };
}

/** Pages of rows, with errors that name how far the reading got. */
async function* pagesOf(
  snapshot: Snapshot,
  { query, key }: CheckedQuery,
  place: FailurePlace,
  onEnd: (rows: RowsRead) => void,
  { rowsMs: limitMs, signal }: Waits,
): AsyncGenerator<readonly PackedRows[]> {
  const hash = createHash('sha256');
  let size = 0;
  const pages = new RowPages(`${place.name} ${place.kind}`, key);
  const taken = (): readonly PackedRows[] => {
    const { page, bytes } = pages.take();
    hash.update(bytes);
    size += bytes.length;
    return page;
  };
  const wait = { limitMs, signal, interrupt: () => snapshot.interrupt() };
  const batches = inOrder(snapshot.rowsOf(query, key));
  try {
    for (;;) {
      const next = await answered(batches.next(), wait).catch((error: unknown) => {
        throw failureOf(error, { ...place, rows: pages.rows }, signal);
      });
      if (next.done === true) break;
      for (const row of next.value) if (pages.add(row)) yield taken();
    }
  } finally {
    await batches.return(undefined).catch(() => {});
  }
  const rest = taken();
  if (rest.length > 0) yield rest;
  onEnd({ bytes: size, sha256: hash.digest('hex') });
}
