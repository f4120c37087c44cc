import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { limits, type UserRecord } from '@chatferry/contract';

/** Marks the users that were made up, so that they can be found and completed in the service. */
const TAG = 'chatferry-placeholder';

const encoder = new TextEncoder();

/** The users made up for missing ones. They lie in the table `placeholders` until users are cut into batches. */
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

  /** Makes one up; the place is that of the first row that needs it. */
  make(uid: string, file: string, line: number): void {
    this.#insert.run(uid, file, line);
    this.#count++;
  }

  /** The records in wire form, in order of uid. */
  *records(): Generator<Uint8Array> {
    const rows = this.#db.prepare('SELECT uid FROM placeholders ORDER BY uid').iterate();
    for (const { uid } of rows as Iterable<{ uid: string }>) {
      const record: UserRecord = {
        uid,
        name: `Missing user ${uid}`.slice(0, limits.nameLength),
        tags: [TAG],
      };
      yield encoder.encode(`${JSON.stringify(uid)}:${JSON.stringify(record)}`);
    }
  }
}
