import { limits } from '@chatferry/contract';
import { type Content, readContent } from '../entities/message-content.ts';
import { isJsonObject } from '../entities/present.ts';
import { badField, ServiceProblem } from '../terms/service-problem.ts';
import { Fields } from './fields.ts';

/** A message of an import that is valid by itself; whether its users and group exist is checked elsewhere. */
export interface ImportedMessage extends Content {
  readonly muid: string;
  readonly sender: string;
  readonly receiverType: 'user' | 'group';
  readonly receiver: string;
  /** JSON text of a list. */
  readonly tags: string;
  readonly sentAt: number;
  readonly deliveredAt: number | undefined;
  readonly readAt: number | undefined;
}

/** @throws {ServiceProblem} with the code for the invalid field */
export function readMessage(record: Record<string, unknown>, key: string): ImportedMessage {
  if (record['muid'] !== key)
    throw badField('muid', `muid must be the same as the record's key, ${key}.`);
  const content = readContent(record);
  const { receiverType } = record;
  if (receiverType !== 'user' && receiverType !== 'group')
    throw new ServiceProblem('ERR_INVALID_RECEIVER_TYPE', 'receiverType must be user or group.');
  if ((record['receiver'] ?? '') === '')
    throw new ServiceProblem('ERR_EMPTY_RECEIVER', 'receiver is required.');

  const fields = new Fields(record);
  const sentAt = fields.seconds('sentAt');
  if (sentAt === undefined) fields.refuse('sentAt', 'is required');
  const message = {
    ...content,
    muid: key,
    sender: fields.id('sender'),
    receiverType,
    receiver: fields.id('receiver'),
    tags: fields.tags('tags'),
    sentAt: sentAt ?? 0,
    deliveredAt: fields.seconds('deliveredAt'),
    readAt: fields.seconds('readAt'),
  } as const;
  checkMentions(record['data'], fields);
  fields.check();
  return message;
}

const MENTION = /<@uid:([^>]+)>/g;

function checkMentions(data: unknown, fields: Fields): void {
  const text = isJsonObject(data) ? data['text'] : undefined;
  if (typeof text !== 'string' || !text.includes('<@uid:')) return;
  const mentioned = new Set([...text.matchAll(MENTION)].map(([, uid]) => uid));
  if (mentioned.size > limits.mentionsPerMessage)
    fields.refuse('data.text', `must not mention more than ${limits.mentionsPerMessage} users`);
}
