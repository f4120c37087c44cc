import type { Kind, ProblemCode } from '@chatferry/contract';

/** The outcomes of the rows of one kind: `rows = planned + merged + rejected + filtered + unchanged + changed + updated`. */
export interface KindSummary {
  /** Rows read and records made. */
  readonly rows: number;
  /** The number of `rows` that are in no input: records that planning makes. */
  readonly made: number;
  /** `made`, by the setting that makes the records, or the field that they are made from. */
  readonly madeBy: Readonly<Record<string, number>>;
  /** Records in the plan's batches. */
  readonly planned: number;
  /** Rows with the id and content of another row, and two-person groups that became conversations. */
  readonly merged: number;
  readonly rejected: number;
  /** Rows that a filter of the mapping left out; `PlanSummary.filtered` has the reasons. */
  readonly filtered: number;
  /** Rows whose record landed in an earlier job with the same content; 0 unless the plan was made after another job. */
  readonly unchanged: number;
  /** Rows whose record landed in an earlier job with other content that cannot be updated completely. They are listed. */
  readonly changed: number;
  /** Rows whose record landed in an earlier job with other content that the plan updates. */
  readonly updated: number;
  /** Warnings about rows that are planned; a row may have several. */
  readonly warnings: number;
  readonly batches: number;
  /** Bytes of the batches' request bodies. */
  readonly bytes: number;
}

/** The missing record that causes other rows to be rejected. */
export interface RootCause {
  readonly kind: Kind;
  readonly id: string;
  /**
   * `not-in-export`: no row has this id. `filtered-or-absent`: no row has this id, except perhaps a filtered row. `row-rejected`: the row with this
   * id was rejected for `code`.
   */
  readonly reason: 'not-in-export' | 'filtered-or-absent' | 'row-rejected';
  readonly code?: ProblemCode;
  /** The field with the problem in the rejected row. */
  readonly field?: string;
  readonly file?: string;
  readonly line?: number;
  readonly item?: number;
}

/** Rows that have problems for the same reason. */
export interface CauseGroup {
  /** The number of the cause in the plan, from 1. The cause's lines in `rejects.jsonl` have it. */
  readonly cause: number;
  readonly code: ProblemCode;
  readonly severity: 'reject' | 'warning';
  /** Readable text: `User u17 is not in the export: 1 group, 44 memberships, 3,812 messages.` */
  readonly text: string;
  /** Present when the rows are rejected because a record that they refer to is missing. */
  readonly root?: RootCause;
  /** The field with the problem, if it is the same in all rows. */
  readonly field?: string;
  /** A row with several problems counts for each of them. */
  readonly rows: Readonly<Record<Kind, number>>;
  readonly count: number;
  /** The first row with this cause. */
  readonly example: {
    readonly kind: Kind;
    readonly file: string;
    readonly line: number;
    readonly item?: number;
    readonly id?: string;
    readonly field?: string;
    readonly value?: string;
    readonly message: string;
  };
  readonly fix: string;
}

/** The root of problems, and the number of rows that are lost because of it. */
export interface ProblemRoot extends Pick<
  CauseGroup,
  'code' | 'severity' | 'text' | 'rows' | 'count' | 'example' | 'fix'
> {
  /** The number of causes in this root, such as one for each missing user. */
  readonly variants: number;
  /** The numbers of these causes in the plan, most rows first, at most a hundred. */
  readonly causes: readonly number[];
  /** The numbers of the causes that follow from these rows, at most a hundred. */
  readonly following: readonly number[];
  /** Rows, by kind, that are rejected only because these rows are rejected. */
  readonly fallen: CauseGroup['rows'];
}

/** All groups of one code together: a short list, even when there are many groups. */
export interface CodeTotal extends Pick<
  CauseGroup,
  'code' | 'severity' | 'rows' | 'count' | 'example' | 'fix'
> {
  readonly causes: number;
}

/** A role of planned users. */
export interface NeededRole {
  /** The id of the role in the service's form. */
  readonly role: string;
  /** The id of the role in the export. */
  readonly name: string;
  /** Planned users with this role, including users inside other records. */
  readonly users: number;
  /** Whether the plan makes the role, unless the app has it; absent when the app must have it. */
  readonly isPlanned?: true;
}

/** Rows that a filter of the mapping left out for one reason. */
export interface FilteredRows {
  readonly kind: Kind;
  /** For people, as the end of a sentence: `deleted_at is not empty`. */
  readonly reason: string;
  readonly rows: number;
}

/** A place of an input with values that nothing reads: a column, a nested field or a list. */
export interface UnreadPlace {
  readonly file: string;
  /** Absent for a table of a dump, and for a column of such a table: queries read these. */
  readonly kind?: Kind;
  /** A path of the configuration: from a row, or from the outside of the document that contains the rows. In a dump, the table or `table.column`. */
  readonly place: string;
  /** The number of values at the place; for a table its number of rows. */
  readonly values: number;
  /** The number of the input's rows that were checked, if each has at most one value at the place. */
  readonly rows?: number;
}

/** A column that nothing reads, and that marks some rows as deleted, private, hidden or drafts. */
export interface UndecidedColumn {
  readonly file: string;
  readonly kind: Kind;
  readonly column: string;
  /** The number of marked rows. */
  readonly marked: number;
  /** The number of rows that the column marks as such or as the opposite. */
  readonly rows: number;
  /** A value of a marked row. */
  readonly value: string;
}

/** The results of reading an export of a named system. */
export interface ExportSummary {
  /** The name of the export as the user gave it. */
  readonly file: string;
  readonly system: string;
  /** Why the file was recognised as an export of this system. */
  readonly rule: string;
  /** Version of the rule that makes ids unique in the app. */
  readonly idRule: number;
  /** Records of the export by type. */
  readonly records: readonly { readonly type: string; readonly count: number }[];
  /** Records that no row contains; the companion file `not-carried.jsonl` has a line for each. */
  readonly notCarried: readonly {
    readonly type: string;
    readonly reason: string;
    readonly count: number;
  }[];
  /** Facts about the carried records, by subject. */
  readonly notes: readonly {
    readonly subject: string;
    readonly fact: string;
    readonly count: number;
  }[];
}

/** The comparison of a plan with the earlier job that it was made after. */
export interface DeltaSummary {
  /** Content hash of the plan of the earlier job. */
  readonly after: string;
  /** Records that landed before, by kind. */
  readonly landed: Readonly<Record<Kind, number>>;
  /** Landed records without a row in the export, of the kinds that the export has files of. */
  readonly gone: Readonly<Record<Kind, number>>;
  /** The number of gone messages and memberships, which can be removed, and gone users, who can be deactivated. */
  readonly removable: number;
  /** Whether the plan removes and deactivates them. */
  readonly removesGone: boolean;
  /**
   * Users whom an earlier job deactivated, to whom records of this plan refer, and who have no row in the export. They are reactivated for these
   * records, and deactivated again.
   */
  readonly deactivatedAgain: { readonly users: number; readonly examples: readonly string[] };
  /** Kinds whose gone records are unknown, because a filter left out rows, and the ids of filtered rows are not read. */
  readonly goneUnknown: readonly Kind[];
}

/** A host that attachments point to. */
export interface AttachmentHost {
  readonly host: string;
  readonly attachments: number;
  /** The number of attachments whose address has lost its signature, without which the host does not send the file; absent for none. */
  readonly unreachable?: number | undefined;
}

/** Addresses of copies, and files without a copy by cause, in a plan that uses a media map. */
export interface MediaSummary {
  /** The number of addresses that were replaced by the address of a copy. */
  readonly mapped: number;
  /** The hosts of copies, at most 100. */
  readonly hosts: readonly string[];
  /** The number of addresses that stayed unchanged, and of files without an address, by cause, most frequent first. */
  readonly unmapped: readonly { readonly cause: string; readonly addresses: number }[];
}

/** The contents of a plan in numbers. Plain data: the plan contains it as JSON of this shape. */
export interface PlanSummary {
  readonly kinds: Readonly<Record<Kind, KindSummary>>;
  /** The largest groups first, at most 100. The plan's table `causes` has all groups. */
  readonly problems: readonly CauseGroup[];
  /** The number of groups that are not in `problems`, and of their rows. */
  readonly otherProblems: { readonly groups: number; readonly rows: number };
  /** Two-person groups that became conversations; listed in the plan's table `direct_conversations`. */
  readonly directConversations: number;
  /** Planned users who neither sent nor directly received a message. */
  readonly usersWithoutMessages: number;
  /** Hosts that attachments point to, most used first, at most 100. The service stores addresses, not files. */
  readonly attachmentHosts: readonly AttachmentHost[];
  /** Roles that users need, most used first. Each role must exist in the app before its users are sent, or is planned as well. */
  readonly roles: readonly NeededRole[];
  /** Optional fields that were dropped from planned records because of their values. */
  readonly droppedFields: number;
  /** By kind, most rows first. */
  readonly filtered: readonly FilteredRows[];
  /** Most values first. */
  readonly unread: readonly UnreadPlace[];
  readonly undecided: readonly UndecidedColumn[];
  readonly exports: readonly ExportSummary[];
  /** Present if the plan uses copies of files. */
  readonly media?: MediaSummary | undefined;
  /** Present if the plan was made after another job. */
  readonly delta?: DeltaSummary;
  readonly requests: number;
  /** Bytes of all request bodies. */
  readonly bytes: number;
  /** SHA-256 over the batches and their order, in hexadecimal; the plan's id. */
  readonly contentHash: string;
}
