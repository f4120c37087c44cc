import type { InputKind, Kind, Row } from '@chatferry/contract';

/** A draft of a configuration, with some of its rows. */
export interface ViewedDraft {
  /** The file that the draft is written to. */
  readonly configuration: string;
  /** Whether the file was edited since it was drafted: columns and decisions then still show the draft. */
  readonly isEdited: boolean;
  /** Exports of known systems, which need no mapping. */
  readonly exports: readonly { readonly path: string; readonly system: string }[];
  readonly tables: readonly ViewedTable[];
  /** Files that are not read, and why. */
  readonly notRead: readonly { readonly file: string; readonly why: string }[];
  readonly decisions: readonly Decision[];
  /** The command that accepts the decisions that a plan needs; absent when there are none. */
  readonly acceptNeeded?: string;
  /** The command that plans with the file. */
  readonly plan: string;
  readonly conversations: readonly ViewedTalk[];
  /** The first records of each kind as they would be sent, as JSON. */
  readonly records: ReadonlyMap<Kind, readonly string[]>;
  /** The work that has to be done before these rows can be planned. */
  readonly problems: readonly string[];
  /** Whether times of the rows name no zone, and are shown as UTC. */
  readonly lacksZone: boolean;
}

export interface ViewedTable {
  readonly file: string;
  /** The path of the rows in the file; empty: the whole file. */
  readonly place: string;
  readonly kind: InputKind;
  readonly state: 'certain' | 'accepted' | 'waiting' | 'own';
  /** Rows that were inspected. */
  readonly rows: number;
  readonly isWhole: boolean;
  readonly columns: readonly ViewedColumn[];
  /** Lines that are not about a single column, such as constants. */
  readonly others: readonly { readonly line: string; readonly reason: string | undefined }[];
  /** Numbers of the decisions about the table. */
  readonly decisions: readonly number[];
}

export interface ViewedColumn {
  readonly name: string;
  readonly values: readonly string[];
  readonly isSecret: boolean;
  /** Rows that have a value. */
  readonly filled: number;
  readonly fields: readonly string[];
  /** The fields that the column becomes once a decision is accepted. */
  readonly proposed: readonly string[];
  /** Conditions on the column that decide which rows are read, such as `only: status: accepted`. */
  readonly filters: readonly string[];
  /** Why the column is not read; undefined for a column that is read. */
  readonly ignored: string | undefined;
}

/** A proposal that counts once it is accepted. */
export interface Decision {
  readonly number: number;
  readonly name: string;
  readonly reason: string;
  /** The line that the decision adds to the file. */
  readonly line: string | undefined;
  /** Whether a plan without it is refused, or rejects all rows of a table. */
  readonly isNeeded: boolean;
  readonly command: string;
  /** Decisions of the same kind in other tables. */
  readonly alike?: { readonly others: number; readonly command: string };
}

/** A conversation of the first rows. */
export interface ViewedTalk {
  readonly title: string;
  readonly isGroup: boolean;
  /** Messages among the inspected rows. */
  readonly messages: number;
  readonly first: readonly (ViewedMessage & { readonly parent?: ViewedMessage })[];
}

interface ViewedMessage {
  /** A name, or an id; undefined for a message of the server. */
  readonly sender: string | undefined;
  readonly record: Row;
}
