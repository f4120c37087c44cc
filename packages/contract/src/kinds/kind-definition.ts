import type { z } from 'zod';
import type { ComparedFields } from '../records/compared-fields.ts';
import type { ProblemCode } from '../problems/problems.ts';
import type { OperationName } from '../operations/operations.ts';
import type { FieldUpdate as UpdateBy } from '../records/field.ts';

/** A field that refers to another record. */
interface KindReference<Referred extends string> {
  readonly field: string;
  readonly to: Referred;
  /**
   * The column of a packed record (see `column`) that holds the hash of the id. Absent: the plan does not look for the
   * record, because the app may hold it.
   */
  readonly column?: number;
  /** The field in which the record may contain the other record; the service then creates it. */
  readonly inline?: string;
  /** The reference exists only if `field` has the value, or with `not` only if `field` has another value. */
  readonly when?: { readonly field: string; readonly value: string; readonly not?: true };
}

/**
 * How the chat endpoints accept a kind: `one` sends one record in each request, `relations` up to 25 uids that one user has
 * a relation to.
 */
export type ChatRoute =
  | {
      readonly by: 'one';
      readonly operation: OperationName;
      /** Fields that are parameters of the path. */
      readonly path?: readonly string[];
      /** Fields of the body that the endpoint accepts; dates are not among them. */
      readonly fields: readonly string[];
      /**
       * Reads the record by its key right before it is sent. For an endpoint whose answer does not report that the service already held
       * the record.
       */
      readonly get?: 'roles.get' | 'groups.get';
      /** Whether the service may refuse a record that it holds, although no code for this case is documented. */
      readonly refusesHeld?: true;
    }
  | {
      readonly by: 'relations';
      readonly operation: 'users.friends.add' | 'users.blockedUsers.block';
      /** The fields with the user of the path and with the other user. */
      readonly of: string;
      readonly to: string;
      /** The list of uids in the body. */
      readonly list: string;
      /** The field of the answer that has a result for each uid; absent: the answer itself. */
      readonly answer?: string;
      /** Lists the user's relations right before others are sent. For an endpoint whose answer does not report relations that existed before. */
      readonly listed?: 'users.blockedUsers.list';
    }
  | { readonly by: 'members' }
  | { readonly by: 'messages' }
  | { readonly by: 'reactions' }
  | { readonly by: 'replies' }
  | { readonly by: 'deactivations' }
  | { readonly by: 'reactivations' }
  | { readonly by: 'unbans' }
  /** See `removals`: the record names a record of the kind in `changes`. */
  | { readonly by: 'removals' }
  /** The whole record after the update, with the names of the changed fields; see `updates` of the kind in `changes`. */
  | { readonly by: 'updates' };

/** How a field of a record that the service holds is changed. */
export type FieldUpdate = UpdateBy<OperationName>;

/** One row of the table of kinds. Optional fields that are absent mean: no, or none. */
export interface KindRow<Name extends string, Referred extends string> {
  readonly schema: z.ZodType;
  /** The field that holds the record's id, which is also its key in the request. */
  readonly key: string;
  readonly nouns: readonly [one: string, many: string];
  /** Whether input files can contain it: `users.csv`. */
  readonly hasFiles: boolean;
  /**
   * The kind that records are made from, if they do not come from files. Each record of `kind` that has `field` results in one record with
   * the same id, and the field moves into it.
   */
  readonly derivedFrom?: {
    readonly kind: Name;
    readonly field: string;
    /** The new record is the whole original record, and replaces it. */
    readonly isWhole?: true;
  };
  /** Kinds that must have landed before this one is sent. */
  readonly after: readonly Name[];

  /** The field with the time of the event, in UNIX seconds. */
  readonly time?: string;
  /** All fields of the record itself that hold a time. */
  readonly times: readonly string[];
  /** The fields with the times, after `time`, at which others received the record. */
  readonly receipts?: readonly string[];
  /** Whether the service removes records that are older than its retention, by `time`. */
  readonly hasRetention?: true;

  /** Fields whose bad value drops the field, not the record. They include all times except a required one, and no role. */
  readonly optional?: readonly string[];
  /** The optional time whose presence is a state of the record. The state remains when the time itself is bad. */
  readonly stateTime?: string;
  /** Fields that `complete` fills in. */
  readonly filledIn?: readonly string[];
  /** Fills in fields that follow from others. @returns whether it changed the row; `key`: it only added the key */
  readonly complete?: (row: Record<string, unknown>) => boolean | 'key';
  /** Required fields that are often the same for all rows of a file, so that a constant can supply them. */
  readonly constants?: readonly string[];
  /** Short column names, each with the path of the field that it means. */
  readonly shorthands?: Readonly<Record<string, readonly string[]>>;
  /** The text that should be a single line: a name or an id. */
  readonly singleLine?: string;
  /** Whether the ids are free text; other ids have the form of `serviceId`. */
  readonly hasFreeIds?: true;
  /** Whether the ids are words of the app, which get no prefix. */
  readonly hasSharedIds?: true;
  /** The field that can be too large, and the problem code for it. */
  readonly largest?: {
    readonly field: string;
    readonly bytes: number;
    readonly code: ProblemCode;
    /** Limit of the whole record, in characters of JSON. */
    readonly recordLength?: number;
  };
  /** Whether a text that is too long can be split into several records. */
  readonly isSplittable?: true;
  readonly hasAttachments?: true;
  readonly hasMentions?: true;

  readonly references: readonly KindReference<Referred>[];
  /** The field with the muid of the message that the record belongs to. */
  readonly ofMessage?: string;
  /**
   * The records that a follow-up changes in the app: the field with the record's id, and the kinds that the record may be of. A follow-up
   * is sent only when these records are the job's own, or are in the app as planned.
   */
  readonly followsUp?: readonly { readonly field: string; readonly of: readonly Name[] }[];
  /** Fields that hold a whole record of another kind. */
  readonly inlineRecords?: Readonly<Record<string, Referred>>;
  /** Whether other records refer to records of this kind by id. */
  readonly isReferredTo?: true;
  /**
   * The proof that the job stored a record, when no answer reports it and the app holds the record as planned. `id`: the job has chosen
   * the id. `time`: the record has its planned `time`, which is before the first request of the job for the record. A record that anyone
   * else creates has the time of its creation. Absent: there is no proof.
   */
  readonly provedBy?: 'id' | 'time';
  /**
   * Whether the service answers success for a record that it already held. Such an answer does not prove that the request stored the
   * record: another client may have stored the same record after the service was read.
   */
  readonly isAnsweredAlike?: true;
  /** Whether a run lists all records of the kind before it writes anything, and settles records that the app holds without sending them. */
  readonly isComparedFirst?: true;
  /** Whether records have an owner and members. */
  readonly hasMembers?: true;
  /** Whether a record makes a user a member of a group. */
  readonly isMembership?: true;
  /** Whether records are sent live, so that the app may notify users and call webhooks. */
  readonly isLive?: true;
  /** Whether one user can have only a limited number of records (`limits.friendsPerUser`). */
  readonly hasFriendLimit?: true;
  /** The field whose number of different values in one message is limited (`limits.reactionsPerMessage`). */
  readonly distinctInMessage?: string;
  /**
   * `conversation`: sorted by time, and all records of one conversation are in one lane. `message`: the same, by the message that the
   * records belong to. `turn`: batches go to the lanes in rotation. `owner`: as `turn`, sorted by the first reference, and all records of
   * a batch share that reference.
   */
  readonly lanes: 'conversation' | 'message' | 'turn' | 'owner';

  /** The list operation that shows all records; `members` are in the lists of each group. */
  readonly list:
    | 'members'
    | {
        readonly operation: 'users.list' | 'groups.list' | 'messages.list' | 'roles.list';
        readonly query: Readonly<Record<string, true>>;
        /** Only entries that have this field, or do not have it, are records of the kind. */
        readonly having?: string;
        readonly without?: string;
        /** The field `id` of an entry holds the service's id of another entry. The other entry's key is compared, as the record's `field`. */
        readonly parent?: { readonly id: string; readonly field: string };
        /** Entries with this value were made by the service itself, and are not records. */
        readonly builtIn?: { readonly field: string; readonly value: string };
      }
    | {
        /** The operation that lists the friends, or the blocked users, of one user. */
        readonly operation: 'users.friends.list' | 'users.blockedUsers.list';
        readonly of: string;
        readonly to: string;
        /** Whether the other user's list shows the relation too. */
        readonly isMutual?: true;
      }
    | {
        /** For each message that `messages.list` returns with this query, a list whose entries are records without the muid. */
        readonly operation: 'messages.reactions.list';
        readonly ofMessages: { readonly hasReactions: true };
      };
  /** The fields that are compared with what the service holds. */
  readonly compared: ComparedFields;
  /** Fields that an operation can change of a record that the service holds. Absent fields are fixed. */
  readonly updates?: Readonly<Record<string, FieldUpdate>>;
  /**
   * The kind whose records in the app this kind changes. Planning does not look for the records that such a record refers to, because the
   * app holds them. A comparison reads only the planned records.
   */
  readonly changes?: Name;
  /** Whether a record removes a record of the kind in `changes` from the app. A removal counts as present when the other record is absent. */
  readonly isRemoval?: true;
  /** Fields that are not content, because using the app changes them. */
  readonly incidental?: readonly string[];
  readonly recordsPerRequest: number;
  /** The scope of a quota error: one group or user is full, or the whole app. */
  readonly quotaIsOf: 'group' | 'user' | 'app';
  readonly routes: { readonly import?: OperationName; readonly chat: ChatRoute };
}
