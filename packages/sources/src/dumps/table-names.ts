import type { Dialect } from './dialect.ts';

/** The schemas whose tables have their own names. */
const ownSchemas = new Set(['public', 'main']);

/** The names of tables in a dump that may have several databases, and schemas in these. */
export class TableNames {
  readonly #decode: (text: string) => string;
  readonly #hasSchemas: boolean;
  #first: string | undefined;
  #database: string | undefined;
  #schema: string | undefined;

  /** @param decode names of a character a byte */
  constructor({ hasSchemas }: Dialect, decode: (text: string) => string) {
    this.#hasSchemas = hasSchemas;
    this.#decode = decode;
  }

  /** The statements that follow are of a database. */
  enter(database: string): void {
    this.#database = database;
    this.#schema = undefined;
  }

  /** Names without a schema are of this one, in the statements that follow. */
  enterSchema(schema: string): void {
    this.#schema = schema;
  }

  /**
   * Tables of the first database, and of the schema `public`, have their own names; others have that of theirs before a dot.
   * @param parts as they are written: the table, with its schema or database before it if it has one
   */
  nameOf(parts: readonly string[]): string {
    const table = parts.at(-1) ?? '';
    const given = parts.length > 1 ? parts.at(-2) : undefined;
    const database = this.#hasSchemas ? this.#database : (given ?? this.#database);
    const schema = this.#hasSchemas ? (given ?? this.#schema) : undefined;
    // A dump of all databases begins with some that have no tables.
    this.#first ??= database;
    const before = [
      database === this.#first || ownSchemas.has(database ?? '') ? undefined : database,
      ownSchemas.has(schema ?? '') ? undefined : schema,
    ];
    return this.#decode([...before.filter((each) => each !== undefined), table].join('.'));
  }
}
