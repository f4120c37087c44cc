import type { DatabaseSync } from 'node:sqlite';
import { idHash, type Kind, kindsInOrder } from '@chatferry/contract';

/** A conversation in the list. */
export interface IndexedConversation {
  readonly conversation: number;
  readonly one: number;
  readonly other: number;
  readonly messages: number;
  /** UNIX seconds. */
  readonly last_at: number;
  readonly last_place: number;
}

/** A line of `rejects.jsonl` or `differences.jsonl`. */
export interface IndexedLine {
  /** From 1 within its list. */
  readonly n: number;
  /** In bytes. */
  readonly start: number;
  readonly length: number;
}

/** Rejected rows of a cause. */
export interface RejectCount {
  readonly cause: number;
  readonly kind: Kind;
  readonly file: string;
  readonly rows: number;
}

/** Which rejected rows to return: of a kind, in a file, or all. */
export interface RejectFilter {
  readonly kind?: Kind;
  readonly file?: string;
}

export type ConversationOrder = 'messages' | 'last_at';

/** Searches the index of a job. A page begins after a key, so that all pages cost the same. */
export class JobIndex implements Disposable {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Places of records that may have this id; the caller compares the id. */
  places(kind: Kind, id: string): number[] {
    return this.#numbers(
      'SELECT place FROM places WHERE hash = ? AND kind = ? LIMIT 8',
      idHash(id),
      kindsInOrder.indexOf(kind),
    );
  }

  /** Places of records of any kind that may have this id. */
  placesOfAnyKind(id: string): number[] {
    return this.#numbers('SELECT place FROM places WHERE hash = ? LIMIT 32', idHash(id));
  }

  /** Places of users and groups whose id or name begins with this text. */
  named(beginning: string, limit: number): number[] {
    const from = beginning.toLowerCase();
    return this.#numbers(
      'SELECT DISTINCT place FROM names WHERE text >= ? AND text < ? LIMIT ?',
      from,
      `${from}\u{10ffff}`,
      limit,
    );
  }

  /** Conversations, the largest or the latest first. @param after key of the last conversation of the page before */
  conversations(
    order: ConversationOrder,
    limit: number,
    after: readonly [value: number, conversation: number] = [Number.MAX_SAFE_INTEGER, 0],
  ): IndexedConversation[] {
    const sql = `SELECT * FROM conversations WHERE (${order}, conversation) < (?, ?)
      ORDER BY ${order} DESC, conversation DESC LIMIT ?`;
    return this.#db.prepare(sql).all(...after, limit) as unknown as IndexedConversation[];
  }

  /** The largest conversations of a user, or the conversation of a group. */
  conversationsOf(id: string, limit: number): IndexedConversation[] {
    const hash = idHash(id);
    const sql = `${largestOf('one')} UNION ${largestOf('other')} ORDER BY messages DESC, conversation DESC LIMIT ?`;
    const found = this.#db.prepare(sql).all(hash, limit, hash, limit, limit);
    return found as unknown as IndexedConversation[];
  }

  conversation(conversation: number): IndexedConversation | undefined {
    const sql = 'SELECT * FROM conversations WHERE conversation = ?';
    return this.#db.prepare(sql).get(conversation) as IndexedConversation | undefined;
  }

  get conversationCount(): number {
    return this.#numbers('SELECT conversations FROM made_from')[0]!;
  }

  /** Messages of a conversation from this number on, in the order of sending. */
  messages(
    conversation: number,
    from: number,
    limit: number,
  ): { readonly n: number; readonly place: number; readonly at: number }[] {
    const sql =
      'SELECT n, place, at FROM conversation_messages WHERE conversation = ? AND n >= ? ORDER BY n LIMIT ?';
    return this.#db.prepare(sql).all(conversation, from, limit) as never;
  }

  /** The number of the first message that is not older than `at`; undefined when all are. @param at UNIX seconds */
  firstSince(conversation: number, at: number): number | undefined {
    return this.#firstFrom(conversation, 'at', at)?.n;
  }

  /** The number of a message in its conversation. */
  numberOf(conversation: number, place: number): number | undefined {
    const found = this.#firstFrom(conversation, 'place', place);
    return found?.value === place ? found.n : undefined;
  }

  /** The first message whose place or time is not less, found by binary search: both ascend with the numbers. */
  #firstFrom(
    conversation: number,
    column: 'place' | 'at',
    least: number,
  ): { readonly n: number; readonly value: number } | undefined {
    const sql = `SELECT n, ${column} AS value FROM conversation_messages WHERE conversation = ? AND n = ?`;
    const messageAt = this.#db.prepare(sql);
    let [first, last] = [1, this.conversation(conversation)?.messages ?? 0];
    let found: { readonly n: number; readonly value: number } | undefined;
    while (first <= last) {
      const middle = Math.floor((first + last) / 2);
      const message = messageAt.get(conversation, middle) as unknown as NonNullable<typeof found>;
      if (message.value < least) first = middle + 1;
      else {
        found = message;
        last = middle - 1;
      }
    }
    return found;
  }

  /** Places of the records about a message, such as reactions. */
  about(id: string, limit: number): number[] {
    const sql = 'SELECT place FROM about WHERE hash = ? LIMIT ?';
    return this.#numbers(sql, idHash(id), limit);
  }

  /** The rejected rows by cause, kind and file. */
  rejectCounts(): RejectCount[] {
    const sql =
      'SELECT cause, kind, name AS file, rows FROM reject_counts JOIN reject_files USING (file)';
    const found = this.#db.prepare(sql).all() as {
      cause: number;
      kind: number;
      file: string;
      rows: number;
    }[];
    return found.map((each) => ({ ...each, kind: kindsInOrder[each.kind]! }));
  }

  rejectsOfCause(
    cause: number,
    after: number,
    limit: number,
    { kind, file }: RejectFilter = {},
  ): IndexedLine[] {
    const sql = `SELECT n, start, length FROM reject_rows WHERE cause = ? AND n > ?
      ${kind === undefined ? '' : 'AND kind = ?'}
      ${file === undefined ? '' : 'AND file = (SELECT file FROM reject_files WHERE name = ?)'}
      ORDER BY n LIMIT ?`;
    const ofKind = kind === undefined ? [] : [kindsInOrder.indexOf(kind)];
    const inFile = file === undefined ? [] : [file];
    return this.#lines(sql, cause, after, ...ofKind, ...inFile, limit);
  }

  rejectsOfId(id: string, limit: number): IndexedLine[] {
    const sql = 'SELECT n, start, length FROM reject_rows WHERE hash = ? AND hash <> 0 LIMIT ?';
    return this.#lines(sql, idHash(id), limit);
  }

  /** Rejected rows that belong to a conversation. @param from and to in UNIX seconds */
  rejectsIn(
    conversation: number,
    from: number,
    to: number,
    limit: number,
  ): (IndexedLine & { readonly at: number; readonly cause: number })[] {
    const sql = `SELECT n, start, length, at, cause FROM reject_rows
      WHERE conversation = ? AND conversation <> 0 AND at >= ? AND at <= ? ORDER BY at LIMIT ?`;
    return this.#db.prepare(sql).all(conversation, from, to, limit) as never;
  }

  differences(kind: Kind, field: string, after: number, limit: number): IndexedLine[] {
    const sql =
      'SELECT n, start, length FROM difference_rows WHERE kind = ? AND field = ? AND n > ? ORDER BY n LIMIT ?';
    return this.#lines(sql, kindsInOrder.indexOf(kind), field, after, limit);
  }

  differencesOfId(id: string, limit: number): IndexedLine[] {
    const sql = 'SELECT n, start, length FROM difference_rows WHERE hash = ? LIMIT ?';
    return this.#lines(sql, idHash(id), limit);
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #numbers(sql: string, ...values: (number | string)[]): number[] {
    const rows = this.#db.prepare(sql).all(...values);
    return rows.map((row) => Object.values(row)[0] as number);
  }

  #lines(sql: string, ...values: (number | string)[]): IndexedLine[] {
    return this.#db.prepare(sql).all(...values) as unknown as IndexedLine[];
  }
}

function largestOf(side: 'one' | 'other'): string {
  return `SELECT * FROM (SELECT * FROM conversations WHERE ${side} = ? ORDER BY messages DESC, conversation DESC LIMIT ?)`;
}
