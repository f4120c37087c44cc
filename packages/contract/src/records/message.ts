import { z } from 'zod';
import { groupDetails, mentionedUsers, userDetails } from './details.ts';
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

const messageFields = {
  /** The id of the message in the migration, unique in the app. */
  muid: withoutNul(z.string().min(1, 'empty-field')),
  sender: id,
  receiverType: z.enum(['user', 'group']),
  /** A uid or a guid, depending on `receiverType`. */
  receiver: id,
  tags: tags.optional(),
  sentAt: unixSeconds,
  deliveredAt: unixSeconds.optional(),
  readAt: unixSeconds.optional(),
  senderUserDetails: userDetails.optional(),
  receiverUserDetails: userDetails.optional(),
  receiverGroupDetails: groupDetails.optional(),
  receiverGroupOwnerDetails: userDetails.optional(),
  mentionedUserDetails: mentionedUsers.optional(),
};

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
