/** The names of tables in a dump that may have several databases or schemas. */
export class TableNames {
  readonly #decode: (text: string) => string;
  #first: string | undefined;
  #current: string | undefined;

  /** @param decode names of a character a byte */
  constructor(decode: (text: string) => string) {
    this.#decode = decode;
  }

  /** The statements that follow are of a database. */
  enter(database: string): void {
    this.#first ??= database;
    this.#current = database;
  }

  /**
   * Tables of the first database, and of the schema `public`, have their own names; others have that of theirs before a dot.
   * @param parts as they are written: the table, with its schema or database before it if it has one
   */
  nameOf(parts: readonly string[]): string {
    const table = parts.at(-1) ?? '';
    const given = parts.length > 1 ? parts.at(-2) : this.#current;
    return this.#decode(
      given === undefined || given === this.#first || given === 'public' || given === 'main'
        ? table
        : `${given}.${table}`,
    );
  }
}
