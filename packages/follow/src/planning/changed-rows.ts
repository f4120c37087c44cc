import type { ContestedIds, RecordBlock } from '@chatferry/contract';
import { type DatabaseReading, type Source, withLookupPaths } from '@chatferry/job/following';
import type { ReadRules } from '@chatferry/parsers';
import {
  type FollowedDatabase,
  type FollowedQuery,
  openFollowed,
  type OpenWriter,
  queryName,
} from '@chatferry/sources';
import { type ReadQuery, ReadRows } from '../changes/read-rows.ts';
import type { FollowedInputs } from './followed-inputs.ts';

/** A query of the sources, in the snapshot of its database. */
export interface SourceQuery extends ReadQuery, Omit<FollowedQuery, 'name'> {
  readonly database: FollowedDatabase;
  /** The number of the query in the database. */
  readonly index: number;
  readonly reading: DatabaseReading;
}

/** The sources, each in a snapshot. */
export interface OpenSources extends AsyncDisposable {
  /** In the order of the databases and their queries. */
  readonly queries: readonly SourceQuery[];
  /** The open transactions that have written something. Databases that do not report them have none. */
  readonly openWriters: () => Promise<readonly OpenWriter[]>;
}

/** Connects to the databases. @throws {SourceError} */
export async function openSources(
  { databases, readings }: Pick<FollowedInputs, 'databases' | 'readings'>,
  signal: AbortSignal,
): Promise<OpenSources> {
  await using opening = new AsyncDisposableStack();
  const queries: SourceQuery[] = [];
  const opened: FollowedDatabase[] = [];
  for (const { source } of databases) {
    const database = opening.use(await openFollowed(source, signal));
    opened.push(database);
    const own = readings.filter(({ file }) => file === database.database.name);
    for (const [index, { name, ...query }] of database.queries.entries())
      queries.push({
        ...query,
        name: `${database.database.name} ${name}`,
        database,
        index,
        reading: own[index]!,
      });
  }
  const closing = opening.move();
  return {
    queries,
    openWriters: async () => {
      const writers = opened.map(async ({ database, openWriters }) =>
        (await openWriters()).map((each) => ({ ...each, id: `${database.name} ${each.id}` })),
      );
      return (await Promise.all(writers)).flat();
    },
    [Symbol.asyncDispose]: async () => await closing.disposeAsync(),
  };
}

/** Rows that were read by their keys, and their records. */
export interface ChangedRows extends Disposable {
  readonly rows: ReadRows;
  /** By the name of the query. */
  readonly blocks: ReadonlyMap<string, readonly RecordBlock[]>;
}

/** Reads rows by their keys. @param keys by the name of the query */
export async function readChangedRows(
  sources: OpenSources,
  keys: ReadonlyMap<string, readonly string[]>,
  rules: ReadRules,
  contestedIds: ContestedIds,
  signal: AbortSignal,
): Promise<ChangedRows> {
  const rows = new ReadRows();
  const blocks = new Map<string, RecordBlock[]>();
  try {
    for (const query of sources.queries) {
      const wanted = keys.get(query.name) ?? [];
      if (wanted.length === 0) continue;
      const { database, index, reading } = query;
      database.select(queryName(reading), {
        keys: wanted,
        onRow: (row, position) => rows.addRow(query, row, position),
      });
      const own: RecordBlock[] = [];
      const read = database.database.queries[index]!.blocks(
        withLookupPaths(reading),
        { ...rules, contestedIds, threads: 0 }, // A segment has too few rows for threads.
        signal,
      );
      for await (const block of read) {
        rows.addBlock(query, block);
        own.push(block); // The block is not released, because its memory is not reused.
      }
      blocks.set(query.name, own);
    }
  } catch (error) {
    rows[Symbol.dispose]();
    throw error;
  }
  return { rows, blocks, [Symbol.dispose]: () => rows[Symbol.dispose]() };
}

/** The rows as the sources of a plan. */
export function sourcesOf(sources: OpenSources, { blocks }: ChangedRows): Source[] {
  return sources.queries.flatMap(({ name, reading }) => {
    const own = blocks.get(name) ?? [];
    const { kind, file, format, part } = reading;
    return [
      {
        kind,
        file,
        ...(part === undefined ? {} : { part }),
        open: () => ({
          blocks: arrayOf(own),
          described: () => Promise.resolve({ file, kind, format, bytes: 0, sha256: '' }),
          refuseChange: () => {},
        }),
      },
    ];
  });
}

async function* arrayOf(blocks: readonly RecordBlock[]): AsyncGenerator<RecordBlock> {
  yield* blocks;
}
