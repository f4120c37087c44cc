import { z } from 'zod';
import { field, optional, part, schemasOf } from './field.ts';
import { id, unixSeconds } from './fields.ts';
import { ofAnyMessage } from './message.ts';

/** The times decide on the order of sending. They are not sent: the service sets the time itself. */
export const replyTable = {
  deletedAt: ofAnyMessage.deletedAt,
  muid: field(z.string()),
  /** The first message of the thread. */
  parentMuid: field(z.string()).compared('json', 'chat API, Message object: parentId'),
  sender: field(id).compared('json'),
  receiverType: field(z.enum(['user', 'group'])).compared('json'),
  receiver: field(id).compared('json'),
  category: field(z.enum(['message', 'custom'])).compared('json'),
  type: field(z.string()).compared('json'),
  data: field(z.looseObject({})),
  'data.*': part().compared('json', 'chat API, POST /messages/{id}/thread: data'),
  'data.attachments': ofAnyMessage['data.attachments'],
  tags: ofAnyMessage.tags,
  sentAt: field(unixSeconds).incidental(),
  deliveredAt: optional(unixSeconds).incidental(),
  readAt: optional(unixSeconds).incidental(),
};

/**
 * A message that is sent as a reply in the thread of another message. It is made from a message, judged as such, that names the other
 * message in `data.metadata.parentMuid`. Source: chat API, `POST /messages/{id}/thread`.
 */
export const replyRecord = z.looseObject(schemasOf(replyTable));
