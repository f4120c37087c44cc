import type { Row } from '@chatferry/contract';
import { object, text } from '../reading/values.ts';
import type { SlackOptions } from './options.ts';

/** The subtypes of messages that people or bots wrote. Slack wrote all others itself. */
const written: ReadonlySet<string> = new Set([
  'bot_message',
  'me_message',
  'file_share',
  'file_comment',
  'thread_broadcast',
  'slackbot_response',
  'reply_broadcast',
]);

/** Whether the message is the log of an edit, which is not a message of its own. */
export function isEditLog(message: Row): boolean {
  return message['subtype'] === 'message_changed' || message['subtype'] === 'message_deleted';
}

/** Whether Slack wrote the message about something that happened. */
export function isSystem(message: Row): boolean {
  const subtype = text(message['subtype']);
  return subtype !== undefined && !written.has(subtype);
}

/** Why a message does not become a row; completes "messages where …". */
export function reasonToFilter(message: Row, options: SlackOptions): string | undefined {
  const subtype = text(message['subtype']);
  if (subtype === 'tombstone') return 'subtype is tombstone: it was deleted in Slack';
  if (isSystem(message) && options.systemMessages === 'skip')
    return `subtype is ${subtype!}, and systemMessages is skip`;
  const isOfBot = subtype === 'bot_message' || text(message['bot_id']) !== undefined;
  return isOfBot && options.bots === 'skip' ? 'a bot wrote it, and bots is skip' : undefined;
}

/** Slack names itself as the sender of a huddle; another field has the person who began it. */
export function systemSender(message: Row): string | undefined {
  return text(object(message['room'])['created_by']);
}
