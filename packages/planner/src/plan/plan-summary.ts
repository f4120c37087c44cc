import type { Kind, ProblemCode } from '@chatferry/contract';

/** Outcome of the rows of one kind: `rows = planned + merged + rejected`. */
export interface KindSummary {
  /** Rows read, and those made. */
  readonly rows: number;
  /** Of `rows`, those that are in no input: placeholders for missing users, and later parts of texts that were split. */
  readonly made: number;
  /** Records in the plan's batches. */
  readonly planned: number;
  /** Rows that repeat an earlier one, id and content, and two-person groups that became conversations. */
  readonly merged: number;
  readonly rejected: number;
  /** Warnings about rows that are sent all the same; a row may have several. */
  readonly warnings: number;
  readonly batches: number;
  /** Bytes of the batches' request bodies. */
  readonly bytes: number;
}

/** The record whose absence makes others fall. */
export interface RootCause {
  readonly kind: Kind;
  readonly id: string;
  /** `not-in-export`: no row has this id. `row-rejected`: it has a row, which was rejected for `code`. */
  readonly reason: 'not-in-export' | 'row-rejected';
  readonly code?: ProblemCode;
  /** The field at fault in the rejected row. */
  readonly field?: string;
  readonly file?: string;
  readonly line?: number;
}

/** Rows that fall, or deserve a look, for one and the same reason. */
export interface CauseGroup {
  readonly code: ProblemCode;
  readonly severity: 'reject' | 'warning';
  /** For people: `User u17 is not in the export: 1 group, 44 memberships, 3,812 messages.` */
  readonly text: string;
  /** Present when the rows fall because something they refer to is not there. */
  readonly root?: RootCause;
  /** The field at fault, where it is one and the same. */
  readonly field?: string;
  /** A row with several problems counts under each of them. */
  readonly rows: Readonly<Record<Kind, number>>;
  readonly count: number;
  /** The first such row. */
  readonly example: {
    readonly kind: Kind;
    readonly file: string;
    readonly line: number;
    readonly id?: string;
    readonly field?: string;
    readonly value?: string;
    readonly message: string;
  };
  readonly fix: string;
}

/** What is at the root of problems, and what it costs. */
export interface ProblemRoot extends Pick<
  CauseGroup,
  'code' | 'severity' | 'text' | 'rows' | 'count' | 'example' | 'fix'
> {
  /** Causes that this sums up, such as each of the users that are missing. */
  readonly variants: number;
  /** Rows by kind that are rejected only because these rows are. */
  readonly fallen: CauseGroup['rows'];
}

/** All groups of one code together: few, however many groups there are. */
export interface CodeTotal extends Pick<
  CauseGroup,
  'code' | 'severity' | 'rows' | 'count' | 'example' | 'fix'
> {
  readonly causes: number;
}

/** A role that users of the plan have. */
export interface NeededRole {
  /** Its id in the service's form. */
  readonly role: string;
  /** The word that the export has for it. */
  readonly name: string;
  /** Planned users with this role, those that other records bring along included. */
  readonly users: number;
}

/** What a plan will do, in numbers. Plain data: the plan contains it as JSON of this shape. */
export interface PlanSummary {
  readonly kinds: Readonly<Record<Kind, KindSummary>>;
  /** The largest groups first, 100 at most; all of them are in the plan's table `causes`. */
  readonly problems: readonly CauseGroup[];
  /** Groups that did not fit into `problems`, and the rows in them. */
  readonly otherProblems: { readonly groups: number; readonly rows: number };
  /** Users made up because something refers to them; listed in the plan's table `placeholders`. */
  readonly placeholders: number;
  /** Two-person groups that became conversations; listed in the plan's table `direct_conversations`. */
  readonly directConversations: number;
  /** Planned users who neither sent a message nor were sent one directly. */
  readonly usersWithoutMessages: number;
  /** Hosts that attachments point to, most used first, 100 at most. The service stores addresses, not files. */
  readonly attachmentHosts: readonly { readonly host: string; readonly attachments: number }[];
  /** Roles that users need, most used first. Each has to exist in the app before its users are sent. */
  readonly roles: readonly NeededRole[];
  /** Optional fields that were left out of planned records because of their values. */
  readonly droppedFields: number;
  readonly requests: number;
  /** Bytes of all request bodies. */
  readonly bytes: number;
  /** SHA-256 over the batches and their order, in hexadecimal; the plan's id. */
  readonly contentHash: string;
}
