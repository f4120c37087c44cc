/** Fields that hold a record of another kind, or several. */
const recordFields: Readonly<Record<string, 'users' | 'groups'>> = {
  senderUserDetails: 'users',
  receiverUserDetails: 'users',
  receiverGroupDetails: 'groups',
  receiverGroupOwnerDetails: 'users',
  mentionedUserDetails: 'users',
  userDetails: 'users',
  groupDetails: 'groups',
  groupOwnerDetails: 'users',
};

/** One sentence about each field inside a body field, by the names of the outer and the inner field. */
const summaries: Readonly<Record<string, string>> = {
  // Records of an import
  'users.uid': 'The uid, in lower case: letters, digits, `-` and `_`.',
  'users.name': 'The name that people see, of at most 100 characters.',
  'users.avatar': 'The http or https address of the picture.',
  'users.link': 'The http or https address of the profile page.',
  'users.role': 'The id of the role, which must exist; `default` unless given.',
  'users.createdAt': 'When the user was created, in UNIX seconds.',
  'users.lastActiveAt': 'When the user was last active, in UNIX seconds.',
  'users.metadata':
    'Any JSON object of the app, of at most 5 KB; `@private` in it holds addresses for notifications.',
  'users.tags': 'The tags, at most 25.',
  'users.deactivatedAt':
    'When the user was deactivated, in UNIX seconds. The service refuses messages of a deactivated user.',
  'groups.guid': 'The guid, in lower case: letters, digits, `-` and `_`.',
  'groups.name': 'The name that people see, of at most 100 characters.',
  'groups.type': '`public`, `password` or `private`.',
  'groups.password': 'The password that users need to join; needed for the type `password`.',
  'groups.icon': 'The http or https address of the picture.',
  'groups.owner': 'The uid of the owner, who must exist.',
  'groups.createdAt': 'When the group was created, in UNIX seconds.',
  'groups.metadata': 'Any JSON object of the app, of at most 5 KB.',
  'groups.tags': 'The tags, at most 25.',
  'groups.groupOwnerDetails': 'The owner as a record, to be created where missing.',
  'members.memberId': 'The guid, `_member_` and the uid, in one.',
  'members.guid': 'The guid of the group.',
  'members.uid': 'The uid of the user.',
  'members.scope': '`admin`, `moderator` or `participant`; `participant` unless given.',
  'members.isBanned': 'Bans the user from the group.',
  'members.joinedAt':
    'When the user joined, in UNIX seconds: after the creation of group and user.',
  'members.groupDetails': 'The group as a record, to be created where missing.',
  'members.userDetails': 'The user as a record, to be created where missing.',
  'messages.muid': 'The id of the message in the migration, which the service stores once.',
  'messages.sender': 'The uid of the sender.',
  'messages.receiverType': 'Whether the receiver is a `user` or a `group`.',
  'messages.receiver': 'The uid or guid of the receiver.',
  'messages.tags': 'The tags, at most 25.',
  'messages.sentAt': 'When the message was sent, in UNIX seconds.',
  'messages.deliveredAt': 'When the message was delivered, in UNIX seconds.',
  'messages.readAt': 'When the message was read, in UNIX seconds.',
  'messages.senderUserDetails': 'The sender as a record, to be created where missing.',
  'messages.receiverUserDetails': 'The receiving user as a record, to be created where missing.',
  'messages.receiverGroupDetails': 'The receiving group as a record, to be created where missing.',
  'messages.receiverGroupOwnerDetails':
    'The owner of the receiving group as a record, to be created where missing.',
  'messages.mentionedUserDetails': 'The mentioned users as records, each under its uid.',
  'messages.category': '`message`, or `custom` for a message with `data.customData`.',
  'messages.type':
    '`text`, `image`, `file`, `audio` or `video`; any word of the app for the category `custom`.',
  'messages.data': 'The content of the message, of at most 10 KB.',

  // The content of a message
  'data.text': 'The text; the service refuses a blank one.',
  'data.attachments':
    'The files of the message. The service stores their addresses, not the files.',
  'data.metadata': 'Any JSON object of the app.',
  'data.customData': 'The content of a custom message: a JSON object that is not empty.',
  'attachments.url': 'The http or https address of the file.',
  'attachments.name': 'The name of the file.',
  'attachments.mimeType': 'The MIME type, such as `image/png`.',
  'attachments.extension': 'The extension of the file name, without the dot.',
  'attachments.size': 'The size in bytes.',

  // Other bodies
  'members.admins': 'The uids of the first admins.',
  'members.moderators': 'The uids of the first moderators.',
  'members.participants': 'The uids of the first participants.',
  'members.usersToBan': 'The uids of users who are banned from the start.',
  'multipleReceivers.uids': 'The uids of users who receive the message.',
  'multipleReceivers.guids': 'The guids of groups that receive the message.',
  'pinnedConversations.uid': 'The uid of the other user of the conversation.',
  'pinnedConversations.guid': 'The guid of the group of the conversation.',
  'conversations.id': 'The uid of the other user, or the guid of the group.',
  'conversations.type': '`oneOnOne` or `group`.',
  'conversations.until': 'The end of the mute, in UNIX milliseconds.',
  'settings.listUsers': 'Whom users of the role may list.',
  'settings.sendMessagesTo': 'To whom users of the role may send messages.',
  'conditions.operand': 'What is examined: `text`, `image`, `video` or `custom`.',
  'conditions.operator': '`contains` or `equals`.',
  'conditions.category': 'What the keywords are: `word` or `pattern`.',
};

/** One sentence about a field inside a field of a body; `undefined` for a field without a summary. @param parent the outer field */
export function nestedFieldSummary(parent: string, field: string): string | undefined {
  return summaries[nestedFieldKey(parent, field)];
}

/** The key of a field in the table of summaries. */
export function nestedFieldKey(parent: string, field: string): string {
  return `${recordFields[parent] ?? parent}.${field}`;
}

/** The keys of the table of summaries, for checking that each key is used. */
export const nestedFieldKeys: readonly string[] = Object.keys(summaries);
