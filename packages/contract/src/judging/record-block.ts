import type { Kind } from '../kinds.ts';
import type { Derived } from './derived.ts';
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

/** What an id in the id map is the id of. */
export type MappedKind = Kind | 'roles';

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
    readonly kind: MappedKind;
    readonly from: string;
    readonly to: string;
  }[];
  /** Optional fields that were left out of records because the service would not have taken their values. */
  readonly dropped: readonly {
    readonly index: number;
    readonly id: string;
    readonly problem: Problem;
  }[];
  /** How many users need each role, those that records bring along included. */
  readonly roles: ReadonlyMap<string, number>;
  /** Records of other kinds that are made from records of this block, by index: their ids are the same. */
  readonly derived: readonly (Derived & { readonly index: number })[];
  /** Things worth telling about records that are sent all the same. */
  readonly warnings: readonly { readonly index: number; readonly problem: Problem }[];
  /** Names of fields of JSON rows that earlier blocks of the same thread did not name, where the mapping names fields. */
  readonly fieldNames?: readonly string[];
  /** Gives the memory back to where it came from; the block is then of no more use. Not calling it costs speed only. */
  readonly release?: () => void;
}
