import type { InputKind, Kind, Row } from '@chatferry/contract';

/** A draft of a configuration, with some of the rows that it is about. */
export interface ViewedDraft {
  /** The file that the draft is written to. */
  readonly configuration: string;
  /** Whether the file was edited since it was drafted: columns and decisions are then those of the draft. */
  readonly isEdited: boolean;
  /** Exports of known systems, which need no mapping. */
  readonly exports: readonly { readonly path: string; readonly system: string }[];
  readonly tables: readonly ViewedTable[];
  /** Files that are not read, and why. */
  readonly notRead: readonly { readonly file: string; readonly why: string }[];
  readonly decisions: readonly Decision[];
  /** The command that accepts what a plan needs; absent when it needs nothing more. */
  readonly acceptNeeded?: string;
  /** The command that plans with the file. */
  readonly plan: string;
  readonly conversations: readonly ViewedTalk[];
  /** The first records of each kind as they would be sent, as JSON. */
  readonly records: ReadonlyMap<Kind, readonly string[]>;
  /** What has to be done before these rows can be planned. */
  readonly problems: readonly string[];
  /** Whether times of the rows name no zone, and are shown as UTC. */
  readonly lacksZone: boolean;
}

export interface ViewedTable {
  readonly file: string;
  /** Where its rows are in the file; empty: the whole file. */
  readonly place: string;
  readonly kind: InputKind;
  readonly state: 'certain' | 'accepted' | 'waiting' | 'own';
  /** Rows that were looked at. */
  readonly rows: number;
  readonly isWhole: boolean;
  readonly columns: readonly ViewedColumn[];
  /** Lines about no single column, such as constants. */
  readonly others: readonly { readonly line: string; readonly reason: string | undefined }[];
  /** Numbers of the decisions about it. */
  readonly decisions: readonly number[];
}

export interface ViewedColumn {
  readonly name: string;
  readonly values: readonly string[];
  readonly isSecret: boolean;
  /** Rows that have a value. */
  readonly filled: number;
  readonly fields: readonly string[];
  /** The fields that it becomes once a decision is accepted. */
  readonly proposed: readonly string[];
  /** Conditions on it that decide which rows are read, such as `only: status: accepted`. */
  readonly filters: readonly string[];
  /** Why it is not read; undefined for one that is read. */
  readonly ignored: string | undefined;
}

/** A proposal that counts once it is accepted. */
export interface Decision {
  readonly number: number;
  readonly name: string;
  readonly reason: string;
  /** The line that it adds to the file. */
  readonly line: string | undefined;
  /** Whether a plan without it is refused, or rejects all rows of a table. */
  readonly isNeeded: boolean;
  readonly command: string;
  /** Others of the same kind in other tables. */
  readonly alike?: { readonly others: number; readonly command: string };
}

/** A conversation of the first rows. */
export interface ViewedTalk {
  readonly title: string;
  readonly isGroup: boolean;
  /** Among the rows that were looked at. */
  readonly messages: number;
  readonly first: readonly (ViewedMessage & { readonly parent?: ViewedMessage })[];
}

interface ViewedMessage {
  /** A name, or an id; undefined for a message of the server. */
  readonly sender: string | undefined;
  readonly record: Row;
}
