import { updateOfRecord } from '../records/change.ts';
import { kindFields } from '../records/field.ts';
import { completeMessage, messageRecord, messageTable } from '../records/message.ts';
import { completeReaction, reactionRecord, reactionTable } from '../records/reaction.ts';
import { messageRemovalRecord, messageRemovalTable } from '../records/removal.ts';
import { replyRecord, replyTable } from '../records/reply.ts';
import { limits } from '../service/limits.ts';
import { column } from './column.ts';
import type { KindRow } from './kind-definition.ts';
import { removal, update } from './common.ts';

/** The service writes action messages about edits, deletions and changes of members. */
const allMessages = {
  operation: 'messages.list',
  query: { withTags: true },
  builtIn: { field: 'category', value: 'action' },
} as const;
const messagesList = { ...allMessages, without: 'parentId' } as const;

const ofMessages = kindFields(messageTable);

/** Messages, and the kinds that belong to messages. */
export const kindsOfMessages = {
  messages: {
    schema: messageRecord,
    key: 'muid',
    nouns: ['message', 'messages'],
    hasFiles: true,
    after: ['users', 'groups', 'members'],
    time: 'sentAt',
    times: ['sentAt', 'deliveredAt', 'readAt'],
    receipts: ['deliveredAt', 'readAt'],
    hasRetention: true,
    filledIn: ['category', 'type'],
    complete: completeMessage,
    constants: ['receiverType'],
    shorthands: { text: ['data', 'text'] },
    hasFreeIds: true,
    singleLine: 'muid',
    largest: {
      field: 'data',
      bytes: limits.messageDataBytes,
      code: 'data-too-large',
      recordLength: limits.messageLength,
    },
    isSplittable: true,
    hasAttachments: true,
    hasMentions: true,
    references: [
      {
        field: 'receiver',
        to: 'groups',
        column: column.group,
        inline: 'receiverGroupDetails',
        when: { field: 'receiverType', value: 'group' },
      },
      { field: 'sender', to: 'users', column: column.user, inline: 'senderUserDetails' },
      {
        field: 'receiver',
        to: 'users',
        column: column.receiver,
        inline: 'receiverUserDetails',
        when: { field: 'receiverType', value: 'group', not: true },
      },
    ],
    inlineRecords: {
      senderUserDetails: 'users',
      receiverUserDetails: 'users',
      receiverGroupDetails: 'groups',
      receiverGroupOwnerDetails: 'users',
    },
    provedBy: 'id',
    lanes: 'conversation',
    list: messagesList,
    ...ofMessages,
    recordsPerRequest: limits.recordsPerImport,
    quotaIsOf: 'app',
    routes: { import: 'dataImport.messages', chat: { by: 'messages' } },
  },
  replies: {
    schema: replyRecord,
    key: 'muid',
    nouns: ['reply', 'replies'],
    hasFiles: false,
    derivedFrom: { kind: 'messages', field: 'data.metadata.parentMuid', isWhole: true },
    after: ['users', 'groups', 'members', 'messages', 'descriptions'],
    time: 'sentAt',
    times: ['sentAt', 'deliveredAt', 'readAt'],
    hasFreeIds: true,
    references: [
      {
        field: 'receiver',
        to: 'groups',
        column: column.group,
        when: { field: 'receiverType', value: 'group' },
      },
      { field: 'sender', to: 'users', column: column.user },
      {
        field: 'receiver',
        to: 'users',
        column: column.receiver,
        when: { field: 'receiverType', value: 'group', not: true },
      },
    ],
    ofMessage: 'parentMuid',
    followsUp: [{ field: 'parentMuid', of: ['messages', 'replies'] }],
    isLive: true,
    provedBy: 'id',
    lanes: 'message',
    list: {
      ...allMessages,
      having: 'parentId',
      parent: { id: 'parentId', field: 'parentMuid' },
    },
    ...kindFields(replyTable),
    recordsPerRequest: 1,
    quotaIsOf: 'app',
    routes: { chat: { by: 'replies' } },
  },
  reactions: {
    schema: reactionRecord,
    key: 'reactionId',
    nouns: ['reaction', 'reactions'],
    hasFiles: true,
    after: ['users', 'messages', 'replies'],
    time: 'reactedAt',
    times: ['reactedAt'],
    filledIn: ['reactionId'],
    complete: completeReaction,
    references: [{ field: 'uid', to: 'users', column: column.user }],
    ofMessage: 'muid',
    followsUp: [{ field: 'muid', of: ['messages', 'replies'] }],
    isLive: true,
    isAnsweredAlike: true,
    distinctInMessage: 'reaction',
    lanes: 'message',
    list: { operation: 'messages.reactions.list', ofMessages: { hasReactions: true } },
    ...kindFields(reactionTable),
    recordsPerRequest: 1,
    quotaIsOf: 'app',
    routes: { chat: { by: 'reactions' } },
  },
  messageEdits: {
    ...update,
    schema: updateOfRecord('muid'),
    key: 'muid',
    nouns: ['message edit', 'message edits'],
    changes: 'messages',
    after: ['messages', 'memberUpdates'],
    hasFreeIds: true,
    references: [],
    ofMessage: 'muid',
    isLive: true,
    list: messagesList,
    compared: ofMessages.compared,
  },
  messageRemovals: {
    ...removal,
    ...kindFields(messageRemovalTable),
    schema: messageRemovalRecord,
    key: 'muid',
    nouns: ['message deletion', 'message deletions'],
    changes: 'messages',
    after: ['messages', 'replies', 'reactions', 'messageEdits'],
    hasFreeIds: true,
    references: [],
    ofMessage: 'muid',
    list: { operation: 'messages.list', query: {} },
  },
} as const satisfies Record<string, KindRow<string, string>>;
