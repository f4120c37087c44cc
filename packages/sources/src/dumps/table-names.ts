import type { Dialect } from './dialect.ts';

/** The schemas whose tables have names without a schema. */
const ownSchemas = new Set(['public', 'main']);

/** The names of tables in a dump, which may have several databases, and schemas in them. */
export class TableNames {
  readonly #decode: (text: string) => string;
  readonly #hasSchemas: boolean;
  #first: string | undefined;
  #database: string | undefined;
  #schema: string | undefined;

  /** @param decode decodes names that have one character a byte */
  constructor({ hasSchemas }: Dialect, decode: (text: string) => string) {
    this.#hasSchemas = hasSchemas;
    this.#decode = decode;
  }

  /** The following statements belong to a database. */
  enter(database: string): void {
    this.#database = database;
    this.#schema = undefined;
  }

  /** In the following statements, names without a schema belong to this schema. */
  enterSchema(schema: string): void {
    this.#schema = schema;
  }

  /**
   * Tables of the first database, and of the schema `public`, have plain names. Names of other tables begin with their database or schema
   * and a dot.
   * @param parts as written: the table, after its schema or database if it is named
   */
  nameOf(parts: readonly string[]): string {
    const table = parts.at(-1) ?? '';
    const given = parts.length > 1 ? parts.at(-2) : undefined;
    const database = this.#hasSchemas ? this.#database : (given ?? this.#database);
    const schema = this.#hasSchemas ? (given ?? this.#schema) : undefined;
    // A dump of all databases begins with databases that have no tables.
    this.#first ??= database;
    const before = [
      database === this.#first || ownSchemas.has(database ?? '') ? undefined : database,
      ownSchemas.has(schema ?? '') ? undefined : schema,
    ];
    return this.#decode([...before.filter((each) => each !== undefined), table].join('.'));
  }
}
