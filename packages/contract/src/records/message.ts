import { z } from 'zod';
import { groupDetails, mentionedUsers, userDetails } from './details.ts';
import { field, optional, part, schemasOf } from './field.ts';
import { id, jsonObject, tags, unixSeconds, url, withoutNul } from './fields.ts';

/** A file that a message points to. The service keeps the address and does not copy the file. */
export const attachment = z.looseObject({
  url,
  name: z.string().min(1, 'empty-field'),
  mimeType: z.string().regex(/^[^/\s]+\/[^/\s]+$/, 'bad-mime-type'),
  /** Without the dot. */
  extension: z.string().min(1, 'empty-field'),
  /** Bytes; the service's own examples show text, and its messages show a number. */
  size: z.union([z.string(), z.number()]).optional(),
});

const IMPORT = 'data import reference, messages';
const DELETED = 'chat API, GET /messages: a deleted message stays in the list without its content';
const DATA = 'data import reference, messages: data';
const FILES = 'data import reference, messages: whether files are copied differs by edition';
const WITH_TAGS = 'chat API, GET /messages: shown with withTags';
const FETCHED = 'data import reference, messages; a receiver who fetches messages moves it on';
const READ = 'data import reference, messages; a receiver who reads messages moves it on';

/** Fields of messages and of replies; the service alone has `deletedAt`. */
export const ofAnyMessage = {
  deletedAt: part().compared('presence', DELETED, { as: 'deleted', none: false, isDecisive: true }),
  'data.attachments': part().compared('attachments', FILES),
  tags: optional(tags).compared('tags', WITH_TAGS),
};

export const messageTable = {
  deletedAt: ofAnyMessage.deletedAt,
  /** The id of the message in the migration, unique in the app. */
  muid: field(withoutNul(z.string().min(1, 'empty-field'))),
  sender: field(id).compared('json'),
  receiverType: field(z.enum(['user', 'group'])).compared('json'),
  /** A uid or a guid, depending on `receiverType`. */
  receiver: field(id).compared('json'),
  /** These and `data` differ by variant, see below. */
  category: part().compared('json'),
  type: part().compared('json'),
  /** Every key of `data`. */
  'data.*': part().compared('json', DATA),
  'data.text': part().updated('messages.update'),
  'data.attachments': ofAnyMessage['data.attachments'],
  'data.metadata': part().droppable().updated('messages.update', { as: {} }),
  tags: ofAnyMessage.tags.droppable().updated('messages.update', { as: [] }),
  sentAt: field(unixSeconds).compared('json', IMPORT, { isDate: true }),
  deliveredAt: optional(unixSeconds).droppable().compared('not-earlier', FETCHED, { isDate: true }),
  readAt: optional(unixSeconds).droppable().compared('not-earlier', READ, { isDate: true }),
  senderUserDetails: optional(userDetails),
  receiverUserDetails: optional(userDetails),
  receiverGroupDetails: optional(groupDetails),
  receiverGroupOwnerDetails: optional(userDetails),
  mentionedUserDetails: optional(mentionedUsers).incidental(),
};

const messageFields = schemasOf(messageTable);

const textData = z.looseObject({
  /** A blank text makes the service answer 500 for the whole batch. */
  text: z.string().regex(/\S/u, 'blank-text'),
  metadata: jsonObject.optional(),
});

const mediaData = z.looseObject({
  text: z.string().optional(),
  attachments: z.array(attachment).min(1, 'missing-attachment'),
  metadata: jsonObject.optional(),
});

const customData = z.looseObject({
  customData: jsonObject.refine((data) => Object.keys(data).length > 0, 'empty-custom-data'),
  metadata: jsonObject.optional(),
});

const textMessage = z.strictObject({
  ...messageFields,
  category: z.literal('message'),
  type: z.literal('text'),
  data: textData,
});

const mediaMessage = z.strictObject({
  ...messageFields,
  category: z.literal('message'),
  type: z.enum(['image', 'audio', 'video', 'file']),
  data: mediaData,
});

const customMessage = z.strictObject({
  ...messageFields,
  category: z.literal('custom'),
  /** Any word that the app chooses. */
  type: z.string().min(1, 'empty-field'),
  data: customData,
});

/**
 * One message with the time it was sent at. Source: data import reference, messages.
 *
 * Text messages need text, media messages an attachment, custom messages `customData`.
 */
export const messageRecord = z.discriminatedUnion('category', [
  z.discriminatedUnion('type', [textMessage, mediaMessage]),
  customMessage,
]);

export type MessageRecord = z.infer<typeof messageRecord>;

/** Fills in `category` and `type` where they follow from `data`. @returns whether the row was changed */
export function completeMessage(row: Record<string, unknown>): boolean {
  const emptied = dropEmptyAttachments(row);
  if (row['category'] !== undefined && row['type'] !== undefined) return emptied;
  return completeType(row) || emptied;
}

/** Removes an empty list of attachments, except where the type of the message needs one. */
function dropEmptyAttachments({ type = 'text', data }: Record<string, unknown>): boolean {
  if (type !== 'text' || typeof data !== 'object' || data === null) return false;
  const { attachments } = data as Record<string, unknown>;
  if (!Array.isArray(attachments) || attachments.length > 0) return false;
  delete (data as Record<string, unknown>)['attachments'];
  return true;
}

function completeType(row: Record<string, unknown>): boolean {
  const data = (row['data'] ?? {}) as Record<string, unknown>;
  const before = row['category'];
  row['category'] ??= data['customData'] === undefined ? 'message' : 'custom';
  if (row['category'] !== 'message' || row['type'] !== undefined) return before === undefined;
  if (data['attachments'] !== undefined) return before === undefined;
  row['type'] = 'text';
  return true;
}
