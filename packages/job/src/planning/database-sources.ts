import type { InputKind } from '@chatferry/contract';
import type { KindMapping } from '@chatferry/parsers';
import {
  type Database,
  type DatabaseSource,
  driverOf,
  kindsOf,
  nameOf,
  openDatabase,
} from '@chatferry/sources';
import { inputKey } from '../input/input-key.ts';
import { JobError } from '../errors/job-error.ts';
import type { Source } from './source.ts';

/** A database to plan, and how the rows of each of its kinds become records. */
export interface DatabaseInput {
  readonly source: DatabaseSource;
  readonly mappings: Readonly<Partial<Record<InputKind, KindMapping>>>;
}

/** @param general mappings of kinds; those of the database override them key by key */
export function databaseInput(
  source: DatabaseSource,
  general: DatabaseInput['mappings'] = {},
): DatabaseInput {
  const mappings = Object.entries(kindsOf(source)).map(([kind, declared]) => {
    const { query: _query, key: _key, ...own } = declared;
    return [kind, { ...general[kind as InputKind], ...own }];
  });
  return { source, mappings: Object.fromEntries(mappings) as DatabaseInput['mappings'] };
}

/** The rows of one kind in a database. */
export interface DatabaseReading {
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
  return databases.flatMap(({ source, mappings }) =>
    kindsIn(source).map((kind) => ({
      file: nameOf(source),
      kind,
      format: driverOf(source).driver,
      mapping: mappings[kind] ?? {},
    })),
  );
}

/** What the plan keeps about databases: the queries, and not the addresses. Other queries mean other rows. */
export function storedQueries(databases: readonly DatabaseInput[]): object {
  return Object.fromEntries(
    databases.map(({ source }) => [
      nameOf(source),
      Object.fromEntries(
        kindsIn(source).map((kind) => {
          const { query, key } = kindsOf(source)[kind]!;
          return [kind, { query, key }];
        }),
      ),
    ]),
  );
}

function kindsIn(source: DatabaseSource): InputKind[] {
  return Object.keys(kindsOf(source)) as InputKind[];
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
  ): Promise<DatabaseSources> {
    await using opened = new AsyncDisposableStack();
    const databases: Database[] = [];
    for (const { source } of inputs) databases.push(opened.use(await openDatabase(source, signal)));
    opened.move();
    return new DatabaseSources(databases, readings);
  }

  /** The columns of the queries, by `inputKey`. */
  get headers(): ReadonlyMap<string, readonly string[]> {
    return new Map(
      this.#databases.flatMap((database) =>
        database.kinds.map((kind) => [
          inputKey({ file: database.name, kind }),
          database.columnsOf(kind),
        ]),
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const database of this.#databases) await database[Symbol.asyncDispose]();
  }
}

/** The snapshot ends when the last of its rows were read: until then the server keeps rows that others have deleted. */
function sourcesOf(database: Database, readings: readonly DatabaseReading[]): Source[] {
  const { name: file, driver } = database;
  let unread = database.kinds.length;
  return readings
    .filter((reading) => reading.file === file)
    .map(({ kind, mapping }) => ({
      kind,
      file,
      open: (rules, { signal }) => ({
        blocks: database.blocks(kind, mapping, rules, signal),
        described: async () => {
          if (--unread === 0) await database[Symbol.asyncDispose]();
          return { file, kind, format: driver, ...database.rowsRead(kind) };
        },
        refuseChange: () => {},
      }),
    }));
}
