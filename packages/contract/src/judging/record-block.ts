import type { Kind } from '../kinds/kinds.ts';
import type { Derived } from './derived.ts';
import type { Problem } from '../problems/problem.ts';

/** The position of a row in its file. */
export interface Origin {
  /** The name of the file as the user wrote it. */
  readonly file: string;
  /** 1-based line on which the row begins. */
  readonly line: number;
  /** 1-based position among the rows of the file; only for a row that begins on the line of another row. */
  readonly item?: number;
}

/** A row that cannot become a record, with all its problems and its text. */
export interface RejectedRow extends Omit<Origin, 'file'> {
  readonly id: string | undefined;
  /** The id as the file contains it. */
  readonly legacyId?: string | undefined;
  readonly problems: readonly Problem[];
  /** The text of the row in the file. */
  readonly row: string;
  /** 0-based position among the rows that were judged together. */
  readonly index?: number;
}

/** The number of users with a role, and the line of the first such user. */
export interface RoleUsers {
  users: number;
  readonly line: number;
}

/** How many values at a place nothing reads: values of `key` in the objects at the path `around`, or the whole objects when the key is empty. */
export type UnreadCount = readonly [around: string, key: string, count: number];

/** A column that nothing reads, and how many rows it marks as deleted, private, hidden or drafts. */
export interface MarkedColumn {
  readonly column: string;
  readonly marked: number;
  /** Rows that the column marks as the opposite. */
  readonly others: number;
  /** A value that marks a row. */
  readonly value: string;
}

/** Columns, fields and lists of the rows that nothing reads. */
export interface RowAccount {
  /** The number of rows of the kind, without rows that a filter left out. */
  readonly rows: number;
  /** The path of the rows in their document. All places begin with it. Absent where rows are whole documents. */
  readonly rowsAt?: string;
  readonly unread: readonly UnreadCount[];
  readonly marked: readonly MarkedColumn[];
}

/** The address of a file in a record. */
export interface MediaAddress {
  readonly url: string;
  readonly kind: 'attachment' | 'avatar' | 'icon';
  readonly name?: string | undefined;
  readonly mimeType?: string | undefined;
  /** UNIX seconds at which the message was sent. */
  readonly at?: number | undefined;
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
  /** Indexes of records that are not rows of their own: each was made from the row of the record before it. */
  readonly parts: readonly number[];
  /** The number of further rows that code made from rows of the file; absent when there are none. */
  readonly made?: number;
  /** `COLUMNS` numbers for each record, see `column`. */
  readonly columns: Float64Array;
  /** For each record, the `Origin.item` of its row, or 0 without one. Absent when no row has an `item`. */
  readonly items?: Float64Array;
  readonly rejected: readonly RejectedRow[];
  /** Legacy ids that were changed, by index of the record; ids that the record refers to are included. */
  readonly renamed: readonly {
    readonly index: number;
    readonly kind: Kind;
    readonly from: string;
    readonly to: string;
  }[];
  /** Optional fields that were dropped because the service would refuse their values. */
  readonly dropped: readonly {
    readonly index: number;
    readonly id: string;
    /** The dropped field: the field with the problem, or the field that contains it. */
    readonly field: string;
    readonly problem: Problem;
  }[];
  /** The users that have each role, including users inside other records. */
  readonly roles: ReadonlyMap<string, RoleUsers>;
  /** Records of other kinds that are made from records of this block, by index. They have the same ids. */
  readonly derived: readonly (Derived & { readonly index: number })[];
  /** Warnings about records that are sent. */
  readonly warnings: readonly { readonly index: number; readonly problem: Problem }[];
  /** Present when ids are made from columns of the rows: equal rows get equal ids, and are numbered in file order. */
  readonly numbersRepeats?: true;
  /** Rows that a filter of the mapping left out, by reason; absent when there are none. */
  readonly filtered?: ReadonlyMap<string, number>;
  /** The number of file addresses by outcome: `mapped`, or the reason why a file has no copy. Present only when the plan uses copies. */
  readonly media?: ReadonlyMap<string, number>;
  /** Addresses of files in the records. Present only where they are listed. */
  readonly mediaAddresses?: readonly MediaAddress[];
  /** Absent when another block has the account. */
  readonly account?: RowAccount;
  /** Fields of JSON rows that no earlier block of the same thread reported. Present only where the mapping renames fields. */
  readonly fieldNames?: readonly string[];
  /** Values that rows had: all that the mapping names, and some others, see `unusedValues`. Each thread reports a value once. */
  readonly mappedValues?: readonly string[];
  /** Returns the memory for reuse; the block must not be used afterwards. Calling it is optional and only saves time. */
  readonly release?: () => void;
}
