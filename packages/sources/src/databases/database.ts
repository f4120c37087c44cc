import { createHash } from 'node:crypto';
import type { InputKind, RecordBlock } from '@chatferry/contract';
import { judgeRows, type KindMapping, type PackedRows, type ReadRules } from '@chatferry/parsers';
import { SourceError } from '../errors/source-error.ts';
import type { UnreadPart } from '../dumps/unread-parts.ts';
import type { DatabaseSource, Driver } from './database-options.ts';
import { keyOf } from './default-key.ts';
import { databaseText } from './database-error.ts';
import type { FailurePlace } from './driver-error.ts';
import { failureOf, nameOf, placeOf, sourceSnapshot } from './open-snapshot.ts';
import { inOrder } from './in-order.ts';
import { type DeclaredQuery, driverOf, queriesOf } from './kinds-of.ts';
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

/** How the rows of a query are identified in the plan. */
interface RowsRead {
  /** The length of the rows as JSON. */
  readonly bytes: number;
  readonly sha256: string;
}

/** A query that was checked. */
export interface DatabaseQuery {
  readonly kind: InputKind;
  /** See `DeclaredQuery`. */
  readonly part?: number;
  readonly columns: readonly string[];
  /** The columns that distinguish the rows. */
  readonly key: readonly string[];
  /** The rows of the query, judged. */
  readonly blocks: (
    mapping: KindMapping,
    rules: ReadRules,
    signal?: AbortSignal,
  ) => AsyncGenerator<RecordBlock>;
  /** The rows that were read. Call it after all blocks. */
  readonly rowsRead: () => RowsRead;
}

/** A database whose queries were checked, in a snapshot: all of them see the same rows. */
export interface Database extends AsyncDisposable {
  readonly name: string;
  readonly driver: Driver;
  readonly queries: readonly DatabaseQuery[];
  /** The tables and columns of a dump that no query names. */
  readonly unread: readonly UnreadPart[];
}

/**
 * Connects to a database, begins a snapshot and checks all queries, so that a fault in the last query is found before the
 * first query is read.
 *
 * @param opened a snapshot to read, instead of opening one for the source
 * @param view restricts what a query sees of the snapshot, such as to some rows
 * @throws {SourceError}
 */
export async function openDatabase(
  source: DatabaseSource,
  signal?: AbortSignal,
  limits: WaitLimits = waitLimits,
  opened?: Snapshot,
  view: (snapshot: Snapshot, query: DeclaredQuery) => Snapshot = (whole) => whole,
): Promise<Database> {
  const { driver } = driverOf(source);
  const name = nameOf(source);
  const place = placeOf(source);
  const snapshot = opened ?? (await sourceSnapshot(source, signal, limits));
  const waits = { ...limits, signal };
  const queries: DatabaseQuery[] = [];
  try {
    for (const each of queriesOf(source))
      queries.push(await openQuery(view(snapshot, each), each, place, waits));
  } catch (error) {
    await snapshot[Symbol.asyncDispose]();
    throw error;
  }
  let isOpen = true;
  return {
    name,
    driver,
    queries,
    unread: snapshot.unread ?? [],
    [Symbol.asyncDispose]: async () => {
      if (isOpen) await snapshot[Symbol.asyncDispose]();
      isOpen = false;
    },
  };
}

async function openQuery(
  snapshot: Snapshot,
  declared: DeclaredQuery,
  database: FailurePlace,
  waits: Waits,
): Promise<DatabaseQuery> {
  const { kind, part } = declared;
  const place = { ...database, kind: part === undefined ? kind : `${kind}.${part}` };
  const query = await checked(snapshot, declared, place, waits);
  let read: RowsRead;
  const onEnd = (rows: RowsRead): void => void (read = rows);
  return {
    kind,
    ...(part === undefined ? {} : { part }),
    columns: query.columns,
    key: query.key,
    blocks: (mapping, rules, stop) => {
      const pages = pagesOf(snapshot, query, place, onEnd, { ...waits, signal: stop });
      return judgeRows(kind, pages, rules, stop, mapping);
    },
    rowsRead: () => read,
  };
}

async function checked(
  snapshot: Snapshot,
  { kind, declared }: DeclaredQuery,
  place: FailurePlace & { readonly kind: string },
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
  const what = `The query of ${place.kind} in ${databaseText(place)}`;
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

/** Pages of rows. An error names the number of rows that were read before it. */
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
