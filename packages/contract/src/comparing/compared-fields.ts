/**
 * When a planned and a held value are the same.
 *
 * - `json`: equal as JSON, regardless of the order of keys. `{}`, `[]` and absent are the same, and so are 5 and `"5"`.
 * - `metadata`: the same, except that `@private` may be missing from what the service shows.
 * - `tags`: the same tags in any order.
 * - `group-type`: the same type; a group created as `password` is listed as `protected`.
 * - `presence`: both have a value, or neither has; the values are `true` and `false`.
 * - `not-earlier`: the held time is the planned one or a later one.
 * - `attachments`: the same files, under the same address or one of the service's own.
 */
export type Equality =
  | 'json'
  | 'metadata'
  | 'tags'
  | 'group-type'
  | 'presence'
  | 'not-earlier'
  | 'attachments';

/** How one field of a record is compared with what the service holds. */
export interface ComparedField {
  readonly equality: Equality;
  /** The field of the record that holds the value, where it has another name. */
  readonly of?: string;
  /** What a record without the field means. Such a field is always compared; others are compared only when they were sent. */
  readonly none?: unknown;
  /** A date that the chat endpoints do not accept: the service sets its own. */
  readonly isDate?: true;
  /** When it differs, no other field is compared: the service does not show the other fields of such a record. */
  readonly isDecisive?: true;
  /** A value that is equal to this other field of the record was filled in from it, and is not compared. */
  readonly copyOf?: string;
  /** Where the fact is documented. */
  readonly source: string;
}

export type ComparedFields = Readonly<Record<string, ComparedField>>;

const SHOWN = 'chat API, User, Group, Member and Message objects';
const ROLE = 'chat API, Role object';

/**
 * The fields that are compared, in the order in which their differences are named. A field is compared when the plan
 * sent it. `data.*` means every key of a message's `data`.
 *
 * Not in the table, because no list shows them or because using the app changes them: a group's `password`,
 * `lastActiveAt`, `status`, `updatedAt`, `membersCount`, and the `…Details` sent along inside other records.
 */
export const fieldsToCompare = {
  roles: {
    name: { equality: 'json', copyOf: 'role', source: ROLE },
    description: { equality: 'json', source: ROLE },
    metadata: { equality: 'json', source: ROLE },
    settings: { equality: 'json', source: ROLE },
  },
  users: {
    name: { equality: 'json', source: SHOWN },
    avatar: { equality: 'json', source: SHOWN },
    link: { equality: 'json', source: SHOWN },
    role: {
      equality: 'json',
      none: 'default',
      source: 'data import reference, users: role, default if omitted',
    },
    metadata: {
      equality: 'metadata',
      source: 'chat API, User object; @private is kept for notifications and may not be shown',
    },
    tags: { equality: 'tags', source: 'chat API, GET /users: shown with withTags' },
    createdAt: { equality: 'json', isDate: true, source: 'data import reference, users' },
    deactivated: {
      of: 'deactivatedAt',
      equality: 'presence',
      none: false,
      source: 'chat API, GET /users: shown with withDeactivated; the service may set its own time',
    },
  },
  groups: {
    name: { equality: 'json', source: SHOWN },
    type: {
      equality: 'group-type',
      source: 'chat API, GET /groups: created as password, listed as protected',
    },
    owner: { equality: 'json', source: SHOWN },
    icon: { equality: 'json', source: SHOWN },
    metadata: { equality: 'json', source: SHOWN },
    tags: { equality: 'tags', source: 'chat API, GET /groups: shown with withTags' },
    createdAt: { equality: 'json', isDate: true, source: 'data import reference, groups' },
  },
  members: {
    isBanned: {
      equality: 'presence',
      none: false,
      isDecisive: true,
      source: 'chat API, GET /groups/{guid}/bannedusers: lists users, so only the ban is shown',
    },
    scope: {
      equality: 'json',
      none: 'participant',
      source: 'chat API, POST /groups/{guid}/members: participant is the lowest scope',
    },
    joinedAt: { equality: 'json', isDate: true, source: 'data import reference, members' },
  },
  messages: {
    deleted: {
      of: 'deletedAt',
      equality: 'presence',
      none: false,
      isDecisive: true,
      source: 'chat API, GET /messages: a deleted message stays in the list without its content',
    },
    sender: { equality: 'json', source: SHOWN },
    receiver: { equality: 'json', source: SHOWN },
    receiverType: { equality: 'json', source: SHOWN },
    category: { equality: 'json', source: SHOWN },
    type: { equality: 'json', source: SHOWN },
    'data.*': { equality: 'json', source: 'data import reference, messages: data' },
    'data.attachments': {
      equality: 'attachments',
      source: 'data import reference, messages: whether files are copied differs by edition',
    },
    tags: { equality: 'tags', source: 'chat API, GET /messages: shown with withTags' },
    sentAt: { equality: 'json', isDate: true, source: 'data import reference, messages' },
    deliveredAt: {
      equality: 'not-earlier',
      isDate: true,
      source: 'data import reference, messages; a receiver who fetches messages moves it on',
    },
    readAt: {
      equality: 'not-earlier',
      isDate: true,
      source: 'data import reference, messages; a receiver who reads messages moves it on',
    },
  },
  /** The service sets all times itself. */
  replies: {
    deleted: {
      of: 'deletedAt',
      equality: 'presence',
      none: false,
      isDecisive: true,
      source: 'chat API, GET /messages: a deleted message stays in the list without its content',
    },
    parentMuid: { equality: 'json', source: 'chat API, Message object: parentId' },
    sender: { equality: 'json', source: SHOWN },
    receiver: { equality: 'json', source: SHOWN },
    receiverType: { equality: 'json', source: SHOWN },
    category: { equality: 'json', source: SHOWN },
    type: { equality: 'json', source: SHOWN },
    'data.*': { equality: 'json', source: 'chat API, POST /messages/{id}/thread: data' },
    'data.attachments': {
      equality: 'attachments',
      source: 'data import reference, messages: whether files are copied differs by edition',
    },
    tags: { equality: 'tags', source: 'chat API, GET /messages: shown with withTags' },
  },
  descriptions: { description: { equality: 'json', source: SHOWN } },
  /** That a list shows them is all there is to compare. The service sets the time of a reaction itself. */
  reactions: {},
  friends: {},
  blocks: {},
  deactivations: {
    deactivated: {
      of: 'deactivatedAt',
      equality: 'presence',
      none: false,
      source: 'chat API, GET /users: shown with withDeactivated; the service may set its own time',
    },
  },
} as const satisfies Record<string, ComparedFields>;
