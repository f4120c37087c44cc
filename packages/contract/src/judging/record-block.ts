import type { Kind } from '../kinds.ts';
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
 * Some hundred rows of one kind from one file, judged and packed, so that a block crosses to another thread as a
 * few buffers and costs no object per record.
 */
export interface RecordBlock {
  readonly kind: Kind;
  readonly file: string;
  /** Records, in file order: `records` times `"id":{…}` in UTF-8, one after the other without separators. */
  readonly wire: Uint8Array;
  readonly records: number;
  /** Indexes of records that are no rows of their own: each goes on with the row of the record before it. */
  readonly parts: readonly number[];
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
  /** Gives the memory back to where it came from; the block is then of no more use. Not calling it costs speed only. */
  readonly release?: () => void;
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
   * Of a member and of a message to a group, one number for group and user; of a message to a user, one for the two.
   * A message's conversation is its group, or this number when it has none.
   */
  pair: 7,
} as const;
