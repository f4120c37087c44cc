import type { Kind } from '../kinds.ts';
import { idHash } from './id-hash.ts';
import type { Row } from './judge.ts';
import type { Problem } from './problems.ts';

/** Where a row stands in its file. */
export interface Origin {
  /** As the user named it. */
  readonly file: string;
  /** 1-based line on which the row begins. */
  readonly line: number;
}

/** A row that is no record, with everything that is wrong with it and its own text. */
export interface RejectedRow {
  readonly line: number;
  readonly id: string | undefined;
  readonly problems: readonly Problem[];
  /** The row as it stands in the file. */
  readonly row: string;
}

/**
 * Some thousand rows of one kind from one file, judged and packed, so that a block crosses to another thread as a
 * few buffers and costs no object per record.
 */
export interface RecordBlock {
  readonly kind: Kind;
  readonly file: string;
  /** Records, in file order: `records` times `"id":{…}` in UTF-8, one after the other without separators. */
  readonly wire: Uint8Array;
  readonly records: number;
  /** `COLUMNS` numbers for each record, see `column`. */
  readonly columns: Float64Array;
  readonly rejected: readonly RejectedRow[];
  /** Legacy ids that had to be changed, by index of the record; also for ids that the record refers to. */
  readonly renamed: readonly {
    readonly index: number;
    readonly kind: Kind;
    readonly from: string;
    readonly to: string;
  }[];
  /** Things worth telling about records that are sent all the same. */
  readonly warnings: readonly { readonly index: number; readonly problem: Problem }[];
}

/** Numbers per record in `RecordBlock.columns`. */
export const COLUMNS = 8;

/** Position of each number within a record's columns. A hash of 0 means: no such reference. */
export const column = {
  /** Offset in `wire` just behind the record. */
  end: 0,
  /** 1-based line on which the row begins. */
  line: 1,
  idHash: 2,
  /** The kind's time field in UNIX seconds; 0 when it has none. */
  time: 3,
  /** Hash of the uid: a group's owner, a member's user, a message's sender. */
  user: 4,
  /** Hash of the guid: a member's group, the group a message was sent to. */
  group: 5,
  /** Hash of the uid a message was sent to. */
  receiver: 6,
  /**
   * Of a member and of a message to a group, hash of `guid/uid`; of a message to a user, one number for the two.
   * A message's conversation is its group, or this number when it has none.
   */
  pair: 7,
} as const;

const encoder = new TextEncoder();

/** Packs judged records; `take` gives what has come together since the last time. */
export class RecordBlockBuilder {
  readonly #kind: Kind;
  readonly #file: string;
  #wire = new Uint8Array(64 * 1024);
  #end = 0;
  #columns: number[] = [];
  #records = 0;
  #rejected: RejectedRow[] = [];
  #renamed: RecordBlock['renamed'][number][] = [];
  #warnings: RecordBlock['warnings'][number][] = [];

  constructor(kind: Kind, file: string) {
    this.#kind = kind;
    this.#file = file;
  }

  /** Rows added since the last `take`, good and bad. */
  get rows(): number {
    return this.#records + this.#rejected.length;
  }

  /** Adds a record that was judged good. @param wire the record as JSON text */
  add(line: number, id: string, record: Row, wire: string): void {
    const entry = `${JSON.stringify(id)}:${wire}`;
    this.#reserve(entry.length * 3);
    this.#end += encoder.encodeInto(entry, this.#wire.subarray(this.#end)).written;
    this.#records++;
    const { user, group, receiver, pair, time } = referenceHashes(this.#kind, record);
    this.#columns.push(this.#end, line, idHash(id), time, user, group, receiver, pair);
  }

  reject(row: RejectedRow): void {
    this.#rejected.push(row);
  }

  /** Says that the record added last had another id in the export, or refers to one that had. */
  rename(kind: Kind, from: string, to: string): void {
    this.#renamed.push({ index: this.#records - 1, kind, from, to });
  }

  /** Says something about the record added last. */
  warn(problem: Problem): void {
    this.#warnings.push({ index: this.#records - 1, problem });
  }

  take(): RecordBlock {
    const block = {
      kind: this.#kind,
      file: this.#file,
      wire: this.#wire.slice(0, this.#end),
      records: this.#records,
      columns: Float64Array.from(this.#columns),
      rejected: this.#rejected,
      renamed: this.#renamed,
      warnings: this.#warnings,
    };
    this.#end = 0;
    this.#columns = [];
    this.#records = 0;
    this.#rejected = [];
    this.#renamed = [];
    this.#warnings = [];
    return block;
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#wire.length) return;
    const larger = new Uint8Array(Math.max(this.#wire.length * 2, this.#end + bytes));
    larger.set(this.#wire.subarray(0, this.#end));
    this.#wire = larger;
  }
}

function referenceHashes(
  kind: Kind,
  record: Row,
): { user: number; group: number; receiver: number; pair: number; time: number } {
  switch (kind) {
    case 'users':
      return { user: 0, group: 0, receiver: 0, pair: 0, time: numberOr0(record['createdAt']) };
    case 'groups':
      return {
        user: hashOr0(record['owner']),
        group: 0,
        receiver: 0,
        pair: 0,
        time: numberOr0(record['createdAt']),
      };
    case 'members': {
      const { guid, uid } = record as { guid: string; uid: string };
      return {
        user: idHash(uid),
        group: idHash(guid),
        receiver: 0,
        pair: idHash(`${guid}/${uid}`),
        time: numberOr0(record['joinedAt']),
      };
    }
    case 'messages': {
      const { sender, receiver, receiverType, sentAt } = record as Record<string, string> & {
        sentAt: number;
      };
      const user = idHash(sender!);
      const other = idHash(receiver!);
      return receiverType === 'group'
        ? { user, group: other, receiver: 0, pair: idHash(`${receiver}/${sender}`), time: sentAt }
        : {
            user,
            group: 0,
            receiver: other,
            pair: user < other ? mix(user, other) : mix(other, user),
            time: sentAt,
          };
    }
  }
}

/** One number for an unordered pair of users, given the smaller hash first. */
function mix(first: number, second: number): number {
  return (first % 0x400_0000) * 0x800_0000 + (second % 0x800_0000);
}

function hashOr0(value: unknown): number {
  return typeof value === 'string' ? idHash(value) : 0;
}

function numberOr0(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
