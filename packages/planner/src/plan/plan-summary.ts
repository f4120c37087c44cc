import type { Kind, ProblemCode } from '@chatferry/contract';

/** Outcome of the rows of one kind: `rows = planned + merged + rejected + filtered + unchanged + changed + updated`. */
export interface KindSummary {
  /** Rows read and records made. */
  readonly rows: number;
  /** The part of `rows` that is in no input: records that planning makes. */
  readonly made: number;
  /** `made` by what makes the records: the setting, or the field that they are made from. */
  readonly madeBy: Readonly<Record<string, number>>;
  /** Records in the plan's batches. */
  readonly planned: number;
  /** Rows with the id and content of an earlier one, and two-person groups that became conversations. */
  readonly merged: number;
  readonly rejected: number;
  /** Rows that a filter of the mapping left out; `PlanSummary.filtered` has the reasons. */
  readonly filtered: number;
  /** Rows whose record landed in an earlier job with the same content; 0 unless the plan was made after one. */
  readonly unchanged: number;
  /** Rows whose record landed in an earlier job with other content, not all of which can be updated; they are listed. */
  readonly changed: number;
  /** Rows whose record landed in an earlier job with other content, and which the plan has an update for. */
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
   * `not-in-export`: no row has this id. `filtered-or-absent`: no row has it, unless one that was filtered does. `row-rejected`: it has
   * a row, which was rejected for `code`.
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
  /** Its number in the plan, from 1, which its lines of `rejects.jsonl` have. */
  readonly cause: number;
  readonly code: ProblemCode;
  readonly severity: 'reject' | 'warning';
  /** Readable text: `User u17 is not in the export: 1 group, 44 memberships, 3,812 messages.` */
  readonly text: string;
  /** Present when the rows are rejected because a record that they refer to is missing. */
  readonly root?: RootCause;
  /** The field with the problem, where all rows have the same. */
  readonly field?: string;
  /** A row with several problems counts for each of them. */
  readonly rows: Readonly<Record<Kind, number>>;
  readonly count: number;
  /** The first such row. */
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

/** The root of problems, and the number of rows that it costs. */
export interface ProblemRoot extends Pick<
  CauseGroup,
  'code' | 'severity' | 'text' | 'rows' | 'count' | 'example' | 'fix'
> {
  /** The causes that this sums up, such as each of the missing users. */
  readonly variants: number;
  /** Their numbers in the plan, those with most rows first, at most a hundred. */
  readonly causes: readonly number[];
  /** Numbers of the causes that follow from them, at most a hundred. */
  readonly following: readonly number[];
  /** Rows by kind that are rejected only because these rows are. */
  readonly fallen: CauseGroup['rows'];
}

/** All groups of one code together: a short list, however many groups there are. */
export interface CodeTotal extends Pick<
  CauseGroup,
  'code' | 'severity' | 'rows' | 'count' | 'example' | 'fix'
> {
  readonly causes: number;
}

/** A role of planned users. */
export interface NeededRole {
  /** Its id in the service's form. */
  readonly role: string;
  /** Its name in the export. */
  readonly name: string;
  /** Planned users with this role, including users inside other records. */
  readonly users: number;
  /** Whether the plan makes the role, unless the app has it; absent where the app must have it. */
  readonly isPlanned?: true;
}

/** Rows that a filter of the mapping left out for one reason. */
export interface FilteredRows {
  readonly kind: Kind;
  /** For people, as the end of a sentence: `deleted_at is not empty`. */
  readonly reason: string;
  readonly rows: number;
}

/** A place of an input that has values and that nothing reads: a column, a nested field or a list. */
export interface UnreadPlace {
  readonly file: string;
  /** Absent for a table of a dump, and for a column of one: these are read by queries. */
  readonly kind?: Kind;
  /** A path of the configuration: from a row, or from the outside of the document in which the rows are. For a dump, the table or `table.column`. */
  readonly place: string;
  /** How often there is a value; of a table its rows. */
  readonly values: number;
  /** The rows of the input that were looked at, where each has at most one value at the place. */
  readonly rows?: number;
}

/** A column that says of some rows that they are deleted, private, hidden or drafts, and that nothing reads. */
export interface UndecidedColumn {
  readonly file: string;
  readonly kind: Kind;
  readonly column: string;
  /** Rows of which it says so. */
  readonly marked: number;
  /** Rows of which it says anything. */
  readonly rows: number;
  /** A value of a marked row. */
  readonly value: string;
}

/** What reading an export of a named system found. */
export interface ExportSummary {
  /** The name of the export as the user gave it. */
  readonly file: string;
  readonly system: string;
  /** Why it was taken for an export of this system. */
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
  /** Facts about what is carried, by subject. */
  readonly notes: readonly {
    readonly subject: string;
    readonly fact: string;
    readonly count: number;
  }[];
}

/** What a plan that was made after another job found about it. */
export interface DeltaSummary {
  /** Content hash of the plan of that job. */
  readonly after: string;
  /** Records that landed before, by kind. */
  readonly landed: Readonly<Record<Kind, number>>;
  /** Landed records that the export has no row for, of the kinds that it has files of. */
  readonly gone: Readonly<Record<Kind, number>>;
  /** Gone messages and memberships, which can be removed, and gone users who can be deactivated. */
  readonly removable: number;
  /** Whether the plan does that. */
  readonly removesGone: boolean;
  /**
   * Users whom an earlier job deactivated, whom records of this plan refer to, and whose row is not in the export. They are
   * reactivated for these records, and deactivated again.
   */
  readonly deactivatedAgain: { readonly users: number; readonly examples: readonly string[] };
  /** Kinds of which gone records are not known, because a filter left out rows, whose ids are not read. */
  readonly goneUnknown: readonly Kind[];
}

/** A host that attachments point to. */
export interface AttachmentHost {
  readonly host: string;
  readonly attachments: number;
  /** How many of the attachments have an address that lost a signature, without which the host does not send the file; absent for none. */
  readonly unreachable?: number | undefined;
}

/** Addresses of copies, and files without a copy by cause, in a plan that uses a media map. */
export interface MediaSummary {
  /** Addresses that are those of copies. */
  readonly mapped: number;
  /** The hosts of copies, at most 100. */
  readonly hosts: readonly string[];
  /** Addresses that stayed as they are, and files without an address, by cause; the most frequent one first. */
  readonly unmapped: readonly { readonly cause: string; readonly addresses: number }[];
}

/** The contents of a plan in numbers. Plain data: the plan contains it as JSON of this shape. */
export interface PlanSummary {
  readonly kinds: Readonly<Record<Kind, KindSummary>>;
  /** The largest groups first, at most 100; all of them are in the plan's table `causes`. */
  readonly problems: readonly CauseGroup[];
  /** Groups that are not in `problems`, and their rows. */
  readonly otherProblems: { readonly groups: number; readonly rows: number };
  /** Two-person groups that became conversations; listed in the plan's table `direct_conversations`. */
  readonly directConversations: number;
  /** Planned users who neither sent nor directly received a message. */
  readonly usersWithoutMessages: number;
  /** Hosts that attachments point to, most used first, at most 100. The service stores addresses, not files. */
  readonly attachmentHosts: readonly AttachmentHost[];
  /** Roles that users need, most used first. Each must exist in the app before its users are sent, or is planned too. */
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
