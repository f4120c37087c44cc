import { z } from 'zod';
import { id, tags, unixSeconds } from './fields.ts';

/**
 * A message that is sent as a reply in the thread of another one. It is made from a message that names the other one in
 * `data.metadata.parentMuid`, which was judged as a message. Source: chat API, `POST /messages/{id}/thread`.
 *
 * The times decide on the order of sending. They are not sent: the service sets the time itself.
 */
export const replyRecord = z.looseObject({
  muid: z.string(),
  /** The first message of the thread. */
  parentMuid: z.string(),
  sender: id,
  receiverType: z.enum(['user', 'group']),
  receiver: id,
  category: z.enum(['message', 'custom']),
  type: z.string(),
  data: z.looseObject({}),
  tags: tags.optional(),
  sentAt: unixSeconds,
  deliveredAt: unixSeconds.optional(),
  readAt: unixSeconds.optional(),
});
