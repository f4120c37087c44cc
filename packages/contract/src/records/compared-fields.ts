/**
 * When a planned and a held value are the same.
 *
 * - `json`: equal as JSON, regardless of the order of keys. `{}`, `[]` and absent are the same, and so are 5 and `"5"`.
 * - `metadata`: the same, except that `@private` may be missing from what the service shows.
 * - `tags`: the same tags in any order.
 * - `group-type`: the same type; a group created as `password` is listed as `protected`.
 * - `presence`: both have a value, or neither has; the values are `true` and `false`.
 * - `not-earlier`: the held time is the planned time or later.
 * - `address`: the same address, with any signature.
 * - `attachments`: the same files, under the same address or one of the service's own.
 */
export type Equality =
  | 'json'
  | 'metadata'
  | 'tags'
  | 'group-type'
  | 'presence'
  | 'not-earlier'
  | 'address'
  | 'attachments';

/** How one field of a record is compared with what the service holds. */
export interface ComparedField {
  readonly equality: Equality;
  /** The field of the record that holds the value, where it has another name. */
  readonly of?: string;
  /** The value that a missing field means. A field with `none` is always compared; other fields are compared only when they were sent. */
  readonly none?: unknown;
  /** A date that the chat endpoints do not accept: the service sets its own. */
  readonly isDate?: true;
  /** When it is set or differs, no further field is compared: the service does not show the other fields of such a record. */
  readonly isDecisive?: true;
  /** The other field of the record that fills in this one. A value equal to that field's value is not compared. */
  readonly copyOf?: string;
  /** Where the fact is documented. */
  readonly source: string;
}

/**
 * The fields of a kind that are compared, in the order in which their differences are named. A field is compared when the plan
 * sent it. `data.*` means every key of a message's `data`.
 *
 * Not compared, because no list shows them or because using the app changes them: a group's `password`, `lastActiveAt`, `status`,
 * `updatedAt`, `membersCount`, and the `…Details` sent along inside other records.
 */
export type ComparedFields = Readonly<Record<string, ComparedField>>;
