import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Kind, kinds, kindsInOrder, limits, type UserRecord } from '@chatferry/contract';

/** The tag of users that planning makes, so that they can be found and completed in the service. */
const TAG = 'chatferry-placeholder';

/** The kind that planning can make placeholders of. */
export const placeholderKind: Kind = kindsInOrder.find(
  (kind) => kinds[kind].hasPlaceholders === true,
)!;

const encoder = new TextEncoder();

/** The users made for missing ones. They are in the table `placeholders` until users are cut into batches. */
export class Placeholders {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  #count = 0;

  constructor(work: DatabaseSync) {
    this.#db = work;
    this.#insert = work.prepare('INSERT INTO placeholders VALUES (?, ?, ?)');
  }

  get count(): number {
    return this.#count;
  }

  /** Adds a placeholder with the position of the first row that needs it. */
  make(uid: string, file: string, line: number): void {
    this.#insert.run(uid, file, line);
    this.#count++;
  }

  /**
   * The records in wire form, in order of uid.
   *
   * @param nameOf returns the name for a uid; it is truncated to the limit
   */
  *records(nameOf: (uid: string) => string): Generator<Uint8Array> {
    const rows = this.#db.prepare('SELECT uid FROM placeholders ORDER BY uid').iterate();
    for (const { uid } of rows as Iterable<{ uid: string }>) {
      const record: UserRecord = {
        uid,
        name: nameOf(uid).slice(0, limits.nameLength).toWellFormed(),
        tags: [TAG],
      };
      yield encoder.encode(`${JSON.stringify(uid)}:${JSON.stringify(record)}`);
    }
  }
}
