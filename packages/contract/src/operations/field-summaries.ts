import { operatingFieldSummaries } from './operating-field-summaries.ts';
import type { OperationName } from './operations.ts';

/**
 * What each path parameter, query field and body field means, in one sentence; editors show it where the client is
 * called. A field that means something else in one operation has an entry `<operation>.<field>` in addition.
 */
const fieldSummaries: Readonly<Record<string, string>> = {
  ...operatingFieldSummaries,

  // Ids
  uid: 'The uid of the user; the service lower-cases it.',
  'calls.list.uid': 'Only calls in which this user takes part.',
  'aiAgents.update.uid': 'The uid of the agent.',
  'bots.messages.send.uid': 'The uid of the bot that sends the message.',
  uids: 'Only the users with these uids.',
  guid: 'The guid of the group; the service lower-cases it.',
  id: 'The id of the message, in digits.',
  'messages.list.id': 'The id of the message from which the page continues.',
  'users.messages.list.id': 'The id of the message from which the page continues.',
  'groups.messages.list.id': 'The id of the message from which the page continues.',
  'users.update.uid':
    'In the path, the uid of the user; in the body, the same again. A user keeps the uid.',
  'messages.thread.list.id':
    'In the path, the message whose replies are listed; in the query, the message from which the page continues.',
  'threads.list.id': 'The id of the message with the thread from which the page continues.',
  'messages.reactions.list.id':
    'In the path, the message; in the query, the reaction from which the page continues.',
  'messages.reactions.listOne.id':
    'In the path, the message; in the query, the reaction from which the page continues.',
  'moderation.rules.create.id': 'The id of the rule.',
  'moderation.rules.update.id': 'The id of the rule.',
  'moderation.keywords.create.id': 'The id of the list of keywords.',
  'moderation.keywords.update.id': 'The id of the list of keywords.',
  'moderation.reasons.create.id': 'The id of the reason.',
  'moderation.reasons.update.id': 'The id of the reason.',
  'management.webhooks.create.id': 'The id of the webhook, of at most 50 characters.',
  muid: 'The id that the sender gives the message; the service stores it and does not check that it is unique.',
  conversationId: 'The id of the conversation, such as `a_user_b` or `group_g`.',
  authToken: 'The auth token.',
  apiKey: 'The API key.',
  sessionId: 'The id of the call.',
  messageId: 'The id of the message.',
  ruleId: 'The id of the rule.',
  keywordId: 'The id of the list of keywords.',
  reasonId: 'The id of the reason.',
  appId: 'The id of the app.',
  webhookId: 'The id of the webhook.',
  extension: 'The id of the extension.',
  permission: 'The id of the permission, such as `sendMessage.mode`.',
  reaction: 'The emoji of the reaction.',

  // Pages
  perPage: 'Items a page: 1 to 1000.',
  page: 'The number of the page, from 1.',
  limit: 'Items a page: 1 to 1000.',
  'aiAgents.list.limit': 'Items a page, from 1.',
  affix: 'The direction in which pages continue: `append` to newer items, `prepend` to older ones.',
  sentAt: 'The time from which the page continues, in UNIX seconds.',
  updatedAt: 'The time of change from which the page continues, in UNIX seconds.',
  count: 'Counts items instead of listing them.',
  sortBy: 'The field by which the list is sorted.',
  sortOrder: 'Ascending or descending.',

  // What users, groups and roles are
  name: 'The name that people see.',
  'management.apps.create.name': 'The name of the app.',
  avatar: 'The address of the picture of the user.',
  link: 'The address of the profile page of the user.',
  role: 'The id of the role.',
  'users.create.role': 'The id of the role, which must exist; `default` unless given.',
  'users.list.role': 'Only users of this role.',
  roles: 'Only users of one of these roles.',
  statusMessage: 'The text that the user shows as status.',
  metadata: 'Any JSON object of the app.',
  'users.create.metadata':
    'Any JSON object of the app; `@private` in it holds e-mail address and telephone number for notifications.',
  'users.update.metadata':
    'Any JSON object of the app; `@private` in it holds e-mail address and telephone number for notifications.',
  tags: 'The tags, at most 25.',
  'users.list.tags': 'Only users with one of these tags.',
  'groups.list.tags': 'Only groups with one of these tags.',
  'messages.list.tags': 'Only messages with one of these tags.',
  'users.messages.list.tags': 'Only messages with one of these tags.',
  'groups.messages.list.tags': 'Only messages with one of these tags.',
  'conversations.list.tags': 'Only conversations with one of these tags.',
  icon: 'The address of the picture.',
  description: 'A description.',
  owner: 'The uid of the owner; the acting user, or else `app_system`, unless given.',
  password: 'The password that users need to join; only for groups of type `password`.',
  'management.webhooks.create.password': 'The password for basic authentication.',
  'management.webhooks.update.password': 'The password for basic authentication.',
  type: 'The type of the group: `public`, `password` or `private`.',
  'groups.list.type': 'Only groups of this type; a group with a password is `protected` here.',
  settings: 'What users of the role may do, such as whom they may list.',
  unset: 'The fields to empty.',
  withAuthToken: 'Returns a token for the first login.',
  permanent: 'Deletes for good; otherwise the record is only marked.',
  uidsToDeactivate: 'The uids of the users to deactivate.',
  uidsToActivate: 'The uids of the users to make active again.',

  // Filters of users and groups
  searchKey: 'Only items that contain this text.',
  'management.apps.list.searchKey': 'The id or name of an app.',
  search: 'Only agents that contain this text.',
  searchIn: 'The fields in which `searchKey` is searched.',
  status: 'Only users with this status.',
  'groups.members.list.status': 'Only members with this status.',
  'calls.list.status': 'Only calls with this status.',
  'moderation.flaggedMessages.update.status': 'The decision about the message.',
  withTags: 'Includes the tags in the answer.',
  onlyDeactivated: 'Only deactivated users.',
  withDeactivated: 'Deactivated users too.',
  hasJoined: 'Only groups that the acting user has joined; `false` has no effect.',
  'groups.list.types': 'Only groups of one of these types.',
  scopes: 'Only members with one of these scopes.',
  scope: 'The scope of the member: `admin`, `moderator` or `participant`.',
  'apiKeys.create.scope': 'What the key allows: everything, or only creating users and tokens.',
  'apiKeys.list.scope': 'Only keys of this scope.',
  'apiKeys.update.scope': 'What the key allows: everything, or only creating users and tokens.',

  // Tokens
  force: 'Creates a new token even when the user has one.',
  platform: 'The platform on which the token is used, such as `ios`.',
  deviceId: 'The device for which the token is used.',
  userAgent: 'The user agent of the login.',
  appInfo: 'Details of the app that logs in.',

  // Relations
  accepted: 'The uids of the users who become friends.',
  addToConversations: 'Creates the conversations of the new friends without a message.',
  friends: 'The uids of the friends to remove.',
  blockedUids: 'The uids of the blocked users.',
  admins: 'The uids of those who become admins.',
  moderators: 'The uids of those who become moderators.',
  participants: 'The uids of those who become participants.',
  usersToBan: 'The uids of those who are banned.',
  members: 'The first members, by scope; one who cannot be added does not fail the call.',
  'management.collaborators.update.admins': 'The e-mail addresses of those who become admins.',
  'management.collaborators.update.moderators':
    'The e-mail addresses of those who become moderators.',
  collaboratorsToRemove: 'The e-mail addresses of those who are removed.',

  // Messages
  receiver: 'The uid or guid of the receiver; not needed with `multipleReceivers`.',
  receiverType: 'Whether the receiver is a user or a group.',
  multipleReceivers: 'Several receivers, in the place of `receiver` and `receiverType`.',
  category: 'The category of the message.',
  'moderation.keywords.create.category': '`word`, `pattern` or `sentence-similarity`.',
  'moderation.keywords.update.category': '`word`, `pattern` or `sentence-similarity`.',
  'messages.send.type':
    '`text`, `image`, `file`, `audio` or `video`; any word for a custom message.',
  'bots.messages.send.type':
    '`text`, `image`, `file`, `audio` or `video`; any word for a custom message.',
  'messages.thread.send.type':
    '`text`, `image`, `file`, `audio` or `video`; any word for a custom message.',
  data: 'The content of the message: text, attachments, metadata or custom data.',
  categories: 'Only messages of one of these categories.',
  'messages.list.type': 'Only messages of this type.',
  'users.messages.list.type': 'Only messages of this type.',
  'groups.messages.list.type': 'Only messages of this type.',
  types: 'Only messages of one of these types.',
  hideDeleted: 'Leaves out deleted messages.',
  onlyDeleted: 'Only deleted messages.',
  hideReplies: 'Leaves out replies in threads.',
  unread: 'Only what the acting user has not read.',
  undelivered: 'Only messages that have not been delivered to the acting user.',
  fromTimestamp: 'Only messages sent from this time on, in UNIX seconds.',
  toTimestamp: 'Only messages sent up to this time, in UNIX seconds.',
  sender: 'Only messages of the user with this uid.',
  hasAttachments: 'Only messages with attachments.',
  attachmentTypes: 'Only messages with attachments of one of these types.',
  hasMentions: 'Only messages that mention a user.',
  hasLinks: 'Only messages with links.',
  mentionedUids: 'Only messages that mention one of these users.',
  hasReactions: 'Only messages with reactions.',
  hideMessagesFromBlockedUsers: 'Leaves out messages of users whom the acting user has blocked.',
  pinned: 'Only pinned messages, at most 100 a page.',
  saved: 'Only messages that the acting user has saved, at most 100 a page.',
  onlyUpdates: 'Only messages that changed; needs `updatedAt`.',
  participatedByMe: 'Only threads in which the acting user has written.',
  interactions: 'The elements of the message that the acting user has used.',

  // Conversations
  conversationType: 'Only conversations with users, or only those with groups.',
  withUserAndGroupTags: 'Includes the tags of the user or group of each conversation.',
  userTags: 'Only conversations with users who have one of these tags.',
  groupTags: 'Only conversations with groups that have one of these tags.',
  pinnedConversations: 'The pinned conversations, each with a `uid` or a `guid`.',
  conversationWith: 'The uid of the other user of the conversation.',
  deleteMessagesPermanently: 'Deletes the messages of the conversation for good.',

  pinnedBy: 'Only conversations pinned by the app (`system`), by the acting user (`me`), or both.',

  // Roles
  featuresToRestrict: 'The keys of the features to restrict, such as `createGroup`.',
  featuresToAllow: 'The keys of the features to allow again.',
  allowAll: 'Allows all features again.',
  permissions: 'The value of each permission, by its id.',

  // Calls and metrics
  'calls.list.type': 'Only audio or only video calls.',
  mode: 'Only calls of this mode.',
  participantsCount: 'Only calls with exactly this number of participants.',
  startedAt: 'Only calls that started at this time or later, in UNIX seconds.',
  endedAt: 'Only calls that ended at this time or earlier, in UNIX seconds.',
  hasRecording: 'Only calls with a recording.',
  hasTranscription: 'Only calls with a transcription.',
  fromDate: 'The start of the time span, in UNIX milliseconds.',
  toDate: 'The end of the time span, in UNIX milliseconds.',

  // Data import
  users: 'The users, each under its uid.',
  groups: 'The groups, each under its guid.',
  'dataImport.members.members': 'The memberships, each under a key that the caller chooses.',
  messages: 'The messages, each under its muid.',
};

/** One sentence about a field of an operation's path, query or body; `undefined` for a field without a summary. */
export function fieldSummary(operation: OperationName, field: string): string | undefined {
  return fieldSummaries[`${operation}.${field}`] ?? fieldSummaries[field];
}

/** The keys of the table of summaries, for checking that each key is used. */
export const fieldSummaryKeys: readonly string[] = Object.keys(fieldSummaries);
