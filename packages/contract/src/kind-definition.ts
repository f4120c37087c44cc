import type { z } from 'zod';
import type { ComparedFields } from './comparing/compared-fields.ts';
import type { ProblemCode } from './judging/problems.ts';
import type { OperationName } from './operations/operations.ts';

/** A field that names another record. */
interface KindReference<Referred extends string> {
  readonly field: string;
  readonly to: Referred;
  /** The number of a record (see `column`) that holds the hash of the id. */
  readonly column: number;
  /** The field in which the record may carry the other record; the service then creates it. */
  readonly inline?: string;
  /** The reference exists only if `field` has the value, or with `not` only if it has another one. */
  readonly when?: { readonly field: string; readonly value: string; readonly not?: true };
}

/** How the chat endpoints take a kind: `create` is one record in a request. */
export type ChatRoute =
  | {
      readonly by: 'create';
      readonly operation: OperationName;
      /** Fields that the endpoint takes; dates are not among them. */
      readonly fields: readonly string[];
    }
  | { readonly by: 'members' }
  | { readonly by: 'messages' }
  | { readonly by: 'deactivations' };

/** One row of the table of kinds. Optional fields that are absent mean: no, or none. */
export interface KindRow<Name extends string, Referred extends string> {
  readonly schema: z.ZodType;
  /** The field that holds the record's id, which is also its key in the request. */
  readonly key: string;
  readonly nouns: readonly [one: string, many: string];
  /** What made records are, if the planner can make some: `N missing users made up`. */
  readonly made?: readonly [one: string, many: string, how: string];
  /** Whether files can hold it: `users.csv`. */
  readonly hasFiles: boolean;
  /**
   * Where the records come from if not from files: one of them for each record of `kind` that has the field. It has the
   * same id, and the field moves from the original record into it.
   */
  readonly derivedFrom?: { readonly kind: Name; readonly field: string };
  /** Kinds that must have landed before this one is sent. */
  readonly after: readonly Name[];

  /** The field that says when the thing happened, in UNIX seconds. */
  readonly time?: string;
  /** All fields of the record itself that hold a time. */
  readonly times: readonly string[];
  /** Times after `time`, at which others received the record. */
  readonly receipts?: readonly string[];
  /** Whether the service removes records that are older than its retention, by `time`. */
  readonly hasRetention?: true;

  /** Fields that a record can do without, so that a bad value is dropped instead of the record. A role is none of them. */
  readonly optional?: readonly string[];
  /** Fields that `complete` fills in. */
  readonly filledIn?: readonly string[];
  /** Fills in what follows from the rest of a row. @returns whether it changed the row */
  readonly complete?: (row: Record<string, unknown>) => boolean;
  /** Required fields that are often the same for all rows of a file: a constant. */
  readonly constants?: readonly string[];
  /** Short column names, and where in the record they belong. */
  readonly shorthands?: Readonly<Record<string, readonly string[]>>;
  /** The text that is expected on one line: a name or an id. */
  readonly singleLine?: string;
  /** Whether the ids are free text; other ids have the form of `serviceId`. */
  readonly hasFreeIds?: true;
  /** The field that can be too large, and the code for that. */
  readonly largest?: {
    readonly field: string;
    readonly bytes: number;
    readonly code: ProblemCode;
    /** Limit of the whole record, in characters of JSON. */
    readonly recordLength?: number;
  };
  /** Whether a text that is too long can be split into several records. */
  readonly isSplittable?: true;
  /** The field that names the user's role. */
  readonly roleField?: string;
  readonly hasAttachments?: true;
  readonly hasMentions?: true;

  readonly references: readonly KindReference<Referred>[];
  /** Fields that hold a whole record of another kind. */
  readonly inlineRecords?: Readonly<Record<string, Referred>>;
  /** Whether other records refer to it by id. */
  readonly isReferredTo?: true;
  /** Whether missing ones can be made up as placeholders. */
  readonly hasPlaceholders?: true;
  /** Whether it is something with an owner and members. */
  readonly hasMembers?: true;
  /** Whether a record says that a user belongs to a group. */
  readonly isMembership?: true;
  /** `conversation`: sorted by time, and all records of one conversation are in one lane. `turn`: batches go to the lanes in turn. */
  readonly lanes: 'conversation' | 'turn';

  /** The list that shows all records; `members` are in the lists of each group. */
  readonly list:
    | 'members'
    | {
        readonly operation: 'users.list' | 'groups.list' | 'messages.list';
        readonly query: Readonly<Record<string, true>>;
      };
  /** The fields that are compared with what the service holds. */
  readonly compared: ComparedFields;
  readonly recordsPerRequest: number;
  /** What a code about a plan's quota means: one group is full, or the whole app. */
  readonly quotaIsOf: 'group' | 'app';
  readonly routes: { readonly import?: OperationName; readonly chat: ChatRoute };
}
