import type { InputKind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import type { UnreadPlace } from '@chatferry/planner';
import {
  type Database,
  type DatabaseSource,
  driverOf,
  nameOf,
  openDatabase,
  queriesOf,
} from '@chatferry/sources';
import { type FileOfKind, inputKey } from '../input/input-key.ts';
import { JobError } from '../errors/job-error.ts';
import { withLookupPaths } from './lookups.ts';
import type { Source } from './source.ts';

/** Opens a database to read it. */
export type OpenDatabase = (
  source: DatabaseSource,
  signal: AbortSignal | undefined,
) => Promise<Database>;

/** A query of a database, and how its rows become records. */
interface MappedQuery {
  readonly kind: InputKind;
  /** Which of the kind's queries, from 0, if there are several. */
  readonly part?: number;
  readonly mapping: KindMapping;
}

/** A database to plan. */
export interface DatabaseInput {
  readonly source: DatabaseSource;
  /** In the order of the queries of the source. */
  readonly queries: readonly MappedQuery[];
}

/** @param general mappings of kinds; mappings of the database override them key by key */
export function databaseInput(
  source: DatabaseSource,
  general: Readonly<Partial<Record<InputKind, KindMapping>>> = {},
): DatabaseInput {
  const queries = queriesOf(source).map(({ kind, part, declared }) => {
    const { query: _query, key: _key, ...own } = declared;
    return {
      kind,
      ...(part === undefined ? {} : { part }),
      mapping: { ...general[kind], ...own },
    };
  });
  return { source, queries };
}

/** The rows of one query of a database. */
export interface DatabaseReading extends FileOfKind {
  /** The name of the database. */
  readonly file: string;
  readonly kind: InputKind;
  readonly format: string;
  readonly mapping: KindMapping;
}

/** @throws {JobError} `bad-mapping` for two databases of one name */
export function databaseReadings(databases: readonly DatabaseInput[]): DatabaseReading[] {
  const names = databases.map(({ source }) => nameOf(source));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new JobError(
      'bad-mapping',
      `Two databases have the name '${repeated}'.`,
      'Give each a name of its own, as in name: forum.',
    );
  return databases.flatMap(({ source, queries }) =>
    queries.map((query) => ({
      ...query,
      file: nameOf(source),
      format: driverOf(source).driver,
    })),
  );
}

/** What the plan keeps about databases: their queries, but not their addresses. Other queries mean other rows. */
export function storedQueries(databases: readonly DatabaseInput[]): object {
  return Object.fromEntries(
    databases.map(({ source }) => [
      nameOf(source),
      Object.fromEntries(
        queriesOf(source).map(({ kind, part, declared: { query, key } }) => [
          part === undefined ? kind : `${kind}.${part}`,
          { query, key },
        ]),
      ),
    ]),
  );
}

/** Databases that are being read, each in one snapshot. */
export class DatabaseSources implements AsyncDisposable {
  readonly #databases: readonly Database[];
  readonly sources: readonly Source[];

  private constructor(databases: readonly Database[], readings: readonly DatabaseReading[]) {
    this.#databases = databases;
    this.sources = databases.flatMap((database) => sourcesOf(database, readings));
  }

  /** Connects to all databases and checks their queries. @throws {SourceError} */
  static async open(
    inputs: readonly DatabaseInput[],
    readings: readonly DatabaseReading[],
    signal: AbortSignal | undefined,
    open: OpenDatabase = openDatabase,
  ): Promise<DatabaseSources> {
    await using opened = new AsyncDisposableStack();
    const databases: Database[] = [];
    for (const { source } of inputs) databases.push(opened.use(await open(source, signal)));
    opened.move();
    return new DatabaseSources(databases, readings);
  }

  /** The columns of the queries, by `inputKey`. */
  get headers(): ReadonlyMap<string, readonly string[]> {
    return new Map(
      this.#databases.flatMap(({ name, queries }) =>
        queries.map((query) => [inputKey({ ...query, file: name }), query.columns]),
      ),
    );
  }

  /** The tables and columns of dumps that no query names. */
  get unread(): readonly UnreadPlace[] {
    return this.#databases.flatMap(({ name, unread }) =>
      unread.map((each) => ({ file: name, ...each })),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const database of this.#databases) await database[Symbol.asyncDispose]();
  }
}

/** The snapshot ends after its last row is read. Until then the server keeps rows that other clients have deleted. */
function sourcesOf(database: Database, readings: readonly DatabaseReading[]): Source[] {
  const { name: file, driver: format, queries } = database;
  let unread = queries.length;
  const own = readings.filter((reading) => reading.file === file);
  return queries.map(({ kind, part, blocks, rowsRead }, index) => ({
    kind,
    file,
    ...(part === undefined ? {} : { part }),
    open: (rules, { signal }) => ({
      blocks: blocks(withLookupPaths(own[index]!), rules, signal),
      described: async () => {
        if (--unread === 0) await database[Symbol.asyncDispose]();
        return { file, kind, format, ...rowsRead() };
      },
      refuseChange: () => {},
    }),
  }));
}
