import type { Edit } from './edit.ts';

const src = 'packages/local-service/src';
const test = 'packages/local-service/test';

/** Edits of the local service, where a mistake would make a test of a migration prove something that is not so. */
export const localServiceEdits: readonly Edit[] = [
  {
    file: `${src}/data-import/messages.ts`,
    find: 'message.sentAt < this.#oldestSentAt',
    replace: 'message.sentAt <= this.#oldestSentAt',
    effect: 'a message of the first second that is kept is refused',
    tests: [`${test}/import-messages.test.ts`],
  },
  {
    file: `${src}/data-import/messages.ts`,
    find: 'if (isRefused && isStored(this.#store, key)) throw muidExists(key);',
    replace: '',
    effect: 'a repeated request is answered with another problem than that the message exists',
    tests: [`${test}/import-messages.test.ts`],
  },
  {
    file: `${src}/data-import/messages.ts`,
    find: 'sentAt >= known.sentAt',
    replace: 'sentAt > known.sentAt',
    effect: 'the first of two messages of a second is the latest of its conversation',
    tests: [`${test}/import-messages.test.ts`, `${test}/conversations.test.ts`],
  },
  {
    file: `${src}/data-import/members.ts`,
    find: `    checkNew(store, guid, uid, banned);
    fields.check();`,
    replace: `    fields.check();
    checkNew(store, guid, uid, banned);`,
    effect: 'a membership that exists is reported with another problem',
    tests: [`${test}/import-members.test.ts`],
  },
  {
    file: `${src}/data-import/members.ts`,
    find: 'joinedAt < earliest',
    replace: 'joinedAt <= earliest',
    effect: 'joining in the second of creation is refused',
    tests: [`${test}/import-members.test.ts`],
  },
  {
    file: `${src}/data-import/import-each.ts`,
    find: 'else if (error instanceof FailingRecord) outcomes.poisoned();',
    replace:
      "else if (error instanceof FailingRecord) outcomes.refused(key, new ServiceProblem('ERR_EXCEPTION', ''));",
    effect: 'the record that makes the service fail is named in its answer',
    tests: [`${test}/import-messages.test.ts`],
  },
  {
    file: `${src}/handlers/migration/message-page.ts`,
    find: '`(sent_at, id) ${past} (?, ?)`',
    replace: '`(sent_at, id) ${past}= (?, ?)`',
    effect: 'each page of messages repeats the last message of the one before',
    tests: [`${test}/messages.test.ts`, `${test}/paging.test.ts`],
  },
  {
    file: `${src}/handlers/migration/message-page.ts`,
    find: "if (affix === 'prepend') rows.reverse();",
    replace: '',
    effect: 'pages towards older messages are newest first',
    tests: [`${test}/messages.test.ts`, `${test}/paging.test.ts`],
  },
  {
    file: `${src}/storage/deletions.ts`,
    find: "'blocks WHERE uid = ?1 OR blocked = ?1',",
    replace: "'blocks WHERE uid = ?1',",
    effect: 'a user who was removed for good is still blocked',
    tests: [`${test}/users.test.ts`],
  },
  {
    file: `${src}/storage/deletions.ts`,
    find: 'ORDER BY sent_at DESC, id DESC LIMIT 1',
    replace: 'ORDER BY id DESC LIMIT 1',
    effect: 'the latest message of a conversation is the one that was imported last',
    tests: [`${test}/conversations.test.ts`, `${test}/messages.test.ts`],
  },
  {
    file: `${src}/faults/refuse-records.ts`,
    find: '!hit.has(index)',
    replace: 'hit.has(index)',
    effect: 'the refused records are stored, and the others are not',
    tests: [`${test}/faults.test.ts`],
  },
  {
    file: 'packages/local-service/src/data-import/members.ts',
    find: 'if (banned && isBanned(store, guid, uid))',
    replace: 'if (isBanned(store, guid, uid))',
    effect: 'a banned user cannot be made a member by an import',
    tests: ['packages/local-service/test/import-members.test.ts'],
  },
  {
    file: 'packages/local-service/src/data-import/messages.ts',
    find: 'firstSentAt: Math.min(sentAt, known?.firstSentAt ?? sentAt),',
    replace: 'firstSentAt: sentAt,',
    effect: 'a conversation begins with the message that was imported last',
    tests: ['packages/local-service/test/conversations.test.ts'],
  },
  {
    file: 'packages/local-service/src/data-import/fields.ts',
    find: 'Buffer.byteLength(json) > limits.metadataBytes',
    replace: 'json.length > limits.metadataBytes',
    effect: 'metadata counts characters',
    tests: ['packages/local-service/test/import-users-groups.test.ts'],
  },
  {
    file: 'packages/local-service/src/data-import/inline-details.ts',
    find: 'if (given.role !== undefined) existingRole(store, given.role);',
    replace: '',
    effect: 'a user inside a message gets a role that does not exist',
    tests: ['packages/local-service/test/import-messages.test.ts'],
  },
  {
    file: 'packages/local-service/src/http/respond.ts',
    find: `name === 'uid' || name === 'guid' || name === 'role' ? value.toLowerCase() : value`,
    replace: 'value',
    effect: 'ids in capitals in a path are not found',
    tests: ['packages/local-service/test/users.test.ts'],
  },
  {
    file: 'packages/local-service/src/handlers/migration/message-page.ts',
    find: 'const time = sentAt ?? (id === undefined ? undefined : sentAtOf(store, id));',
    replace: 'const time = sentAt;',
    effect: 'a cursor with an id only is by id',
    tests: ['packages/local-service/test/paging.test.ts'],
  },
  {
    file: 'packages/local-service/src/handlers/migration/message-filters.ts',
    find: `where.add('sent_at >= ?', fromTimestamp);`,
    replace: `where.add('sent_at > ?', fromTimestamp);`,
    effect: 'the first second of a span is left out',
    tests: ['packages/local-service/test/messages.test.ts'],
  },
  {
    file: 'packages/local-service/src/handlers/migration/message-filters.ts',
    find: 'if (filters.hideReplies === true)',
    replace: 'if (filters.hideReplies !== undefined)',
    effect: 'replies are hidden though they are asked for',
    tests: ['packages/local-service/test/messages.test.ts'],
  },
  {
    file: 'packages/local-service/src/handlers/migration/add-members.ts',
    find: 'listOf.set(uid.toLowerCase(), name)',
    replace: 'listOf.set(uid, name)',
    effect: 'a uid in capitals is not found',
    tests: ['packages/local-service/test/groups.test.ts'],
  },
  {
    file: 'packages/local-service/src/storage/members.ts',
    find: '> limits.membersPerGroup',
    replace: '>= limits.membersPerGroup',
    effect: 'the last member of a full group is refused',
    tests: ['packages/local-service/test/groups.test.ts'],
  },
  {
    file: 'packages/local-service/src/data-import/messages.ts',
    find: 'if (changes === 0) throw muidExists(muid);',
    replace: '',
    effect: 'a message that exists is reported as stored',
    tests: ['packages/local-service/test/import-messages.test.ts'],
  },
  {
    file: 'packages/local-service/src/data-import/fields.ts',
    find: 'return this.#record[field] ?? undefined;',
    replace: 'return this.#record[field];',
    effect: 'null is no absent field',
    tests: ['packages/local-service/test/import-users-groups.test.ts'],
  },
  {
    file: 'packages/local-service/src/data-import/users.ts',
    find: `if (findUser(store, user.uid) !== undefined) throw userExists(user.uid);
    fields.check();`,
    replace: `fields.check();
    if (findUser(store, user.uid) !== undefined) throw userExists(user.uid);`,
    effect: 'an existing user with a bad field is reported with the field',
    tests: ['packages/local-service/test/import-users-groups.test.ts'],
  },
  {
    file: 'packages/local-service/src/data-import/message-fields.ts',
    find: 'mentioned.size > limits.mentionsPerMessage',
    replace: 'mentioned.size >= limits.mentionsPerMessage',
    effect: 'ten mentions are refused',
    tests: ['packages/local-service/test/import-messages.test.ts'],
  },
];
