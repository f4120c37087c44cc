import { SourceError } from '../errors/source-error.ts';
import { type Database, openDatabase } from './database.ts';
import { failureOf, placeOf, sourceSnapshot } from './open-snapshot.ts';
import type { DatabaseSource } from './database-options.ts';
import { digestsOfRows } from './digests-of-rows.ts';
import { type DeclaredQuery, queriesOf } from './kinds-of.ts';
import type { DatabaseRow, KeyDigest, OpenWriter, RangeDigest, Snapshot } from './snapshot.ts';
import { answered, waitLimits } from './waiting.ts';

/** Which rows of a query to read. */
export interface SelectedRows {
  /** The keys of the rows; absent: all rows. */
  readonly keys?: readonly string[];
  /** Called for each row before it is judged. @param position from 1, for `rowPlace` */
  readonly onRow: (row: DatabaseRow, position: number) => void;
}

/** A query that is read again and again. */
export interface FollowedQuery {
  /** The kind, and which of its queries: `messages`, or `messages.0`. */
  readonly name: string;
  /** The columns that distinguish the rows. */
  readonly key: readonly string[];
  /** See `RowDigests`. */
  readonly isNumbered: boolean;
  readonly ranges: () => Promise<readonly RangeDigest[]>;
  readonly keysIn: (ranges: readonly number[]) => AsyncIterable<readonly KeyDigest[]>;
}

/** A database in one snapshot, to find changed rows and to read them. */
export interface FollowedDatabase extends AsyncDisposable {
  /** The queries read the rows that are selected when the reading begins. */
  readonly database: Database;
  readonly queries: readonly FollowedQuery[];
  readonly select: (query: string, rows: SelectedRows) => void;
  /** The open transactions that have written something; none when the server does not report them. */
  readonly openWriters: () => Promise<readonly OpenWriter[]>;
}

/** The name of a query within its database. */
export function queryName({ kind, part }: Pick<DeclaredQuery, 'kind' | 'part'>): string {
  return part === undefined ? kind : `${kind}.${part}`;
}

/** Connects to a database, begins a snapshot and checks all queries. @throws {SourceError} */
export async function openFollowed(
  source: DatabaseSource,
  signal: AbortSignal,
): Promise<FollowedDatabase> {
  const snapshot = await sourceSnapshot(source, signal);
  const selected = new Map<string, SelectedRows>();
  const database = await openDatabase(source, signal, waitLimits, snapshot, (whole, query) => ({
    ...whole,
    rowsOf: (text, key) => selectedRows(whole, text, key, selected.get(queryName(query))),
  }));
  const asked = async <T>(answer: Promise<T>, kind: string | undefined): Promise<T> =>
    await answered(answer, {
      limitMs: waitLimits.rowsMs,
      signal,
      interrupt: () => snapshot.interrupt(),
    }).catch((error: unknown) => {
      throw error instanceof SourceError
        ? error
        : failureOf(error, { ...placeOf(source), ...(kind === undefined ? {} : { kind }) }, signal);
    });
  try {
    const digests = snapshot.digests ?? digestsOfRows(snapshot);
    const queries: FollowedQuery[] = [];
    for (const [index, { declared, ...of }] of queriesOf(source).entries()) {
      const name = queryName(of);
      const { key } = database.queries[index]!;
      const { query } = declared;
      queries.push({
        name,
        key,
        isNumbered: await asked(digests.isNumbered(query, key), name),
        ranges: () => asked(digests.ranges(query, key), name),
        async *keysIn(ranges) {
          const batches = digests.keysIn(query, key, ranges)[Symbol.asyncIterator]();
          for (;;) {
            const next = await asked(batches.next(), name);
            if (next.done === true) return;
            yield next.value;
          }
        },
      });
    }
    return {
      database,
      queries,
      select: (name, rows) => void selected.set(name, rows),
      openWriters: async () =>
        snapshot.openWriters === undefined ? [] : await asked(snapshot.openWriters(), undefined),
      [Symbol.asyncDispose]: async () => await database[Symbol.asyncDispose](),
    };
  } catch (error) {
    await database[Symbol.asyncDispose]();
    throw error;
  }
}

async function* selectedRows(
  snapshot: Snapshot,
  query: string,
  key: readonly string[],
  selected: SelectedRows | undefined,
): AsyncGenerator<readonly DatabaseRow[]> {
  const { keys, onRow } = selected ?? {};
  const found = snapshot.rowsWith?.(query, key, keys) ?? snapshot.rowsOf(query, key);
  // A server may consider different texts as the same key.
  const rows = keys === undefined ? found : onlyWith(found, new Set(keys));
  let position = 0;
  for await (const batch of rows) {
    for (const row of batch) onRow?.(row, ++position);
    yield batch;
  }
}

async function* onlyWith(
  rows: AsyncIterable<readonly DatabaseRow[]>,
  keys: ReadonlySet<string>,
): AsyncGenerator<readonly DatabaseRow[]> {
  for await (const batch of rows) yield batch.filter(({ key }) => keys.has(key));
}
