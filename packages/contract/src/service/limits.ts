/**
 * Every limit of the service that a migration can run into.
 *
 * Lengths count UTF-16 code units, the strictest of the counts that the documented limits allow: the service does
 * not document which one it uses. Sizes count bytes of JSON in UTF-8.
 */
export const limits = {
  /** Characters of a uid, guid or role id. */
  idLength: 100,
  nameLength: 100,
  /** Avatar, link, icon. */
  urlLength: 3000,
  passwordLength: 100,
  /** Description of a group or a role. */
  descriptionLength: 255,
  tags: 25,
  tagLength: 100,
  metadataBytes: 5 * 1024,
  /** A message's `data`. The files that its attachments point to do not count. */
  messageDataBytes: 10 * 1024,
  /** A whole message as JSON. */
  messageLength: 65_536,
  mentionsPerMessage: 10,
  /** Different reactions to one message; any number of users may share one. */
  reactionsPerMessage: 25,
  reactionLength: 45,
  recordsPerImport: 50,
  importRequestsPerMinute: 60,
  coreRequestsPerMinute: 10_000,
  standardRequestsPerMinute: 20_000,
  /** All requests of an app, in recorded answers of the service. */
  appRequestsPerMinute: 100_000,
  /** Messages that one user can send live, replies included. */
  liveMessagesPerMinute: 30,
  /** Months for which messages are kept unless the app's contract says otherwise. */
  retentionMonths: 6,
  /** A group with more members has no receipts, typing indicators or unread counts. */
  membersWithReceipts: 300,
  membersPerGroup: 100_000,
  groupsPerUser: 2000,
  /** Uids in one call that adds members through the chat API. */
  membersPerCall: 25,
  friendsPerUser: 1000,
  rolesPerApp: 25,
  /** Uids in one call that deactivates users, or adds friends or blocks. */
  uidsPerCall: 25,
  pageSize: 1000,
  /** Times are UNIX seconds of ten digits: from 2001-09-09 to 2286-11-20. */
  earliestTime: 1_000_000_000,
  latestTime: 9_999_999_999,
  /** People in one call. Source: interface specification, "Limits". */
  participantsPerCall: 50,
} as const;
