import { hash } from 'node:crypto';
import { isObject, type Row } from '@chatferry/contract';
import { object, text } from '../../reading/values.ts';

/** A conversation in a file that was made for the import of Sendbird: a channel with its messages. */
export interface ImportedChannel {
  readonly channel: Row;
  readonly messages: readonly unknown[];
}

/** @returns undefined for any other record */
export function importedChannel(value: Row): ImportedChannel | undefined {
  const { channel, messages } = value;
  const isOne = text(object(channel)['channel_url']) !== undefined && Array.isArray(messages);
  return isOne ? { channel: object(channel), messages: messages as readonly unknown[] } : undefined;
}

/** A message of such a file with the fields that messages of Sendbird have. Import files give them no id. */
export function importedMessage(message: unknown, { channel }: ImportedChannel): unknown {
  if (!isObject(message)) return message;
  const { user_id: user, ts, url, file_name, file_type, file_size, ...rest } = message;
  const { channel_url } = channel;
  const key = [channel_url, message['dedup_id'] ?? [user, ts, message['message'], url]];
  const digits = BigInt(`0x${hash('sha256', JSON.stringify(key)).slice(0, 16)}`);
  return {
    message_id: String(digits),
    created_at: ts,
    ...(user === undefined ? {} : { user: { user_id: user } }),
    ...(url === undefined ? {} : { file: { url, file_name, file_type, file_size } }),
    ...rest,
    channel_url,
  };
}
