import type { Row } from '@chatferry/contract';
import { object, text } from '../../reading/values.ts';
import type { SlackOptions } from './options.ts';
import type { SlackUsers } from './users.ts';

/** The subtypes of messages that people or bots wrote. Slack itself wrote all other subtypes. */
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

/** Whether Slack wrote the message about an event. */
export function isSystem(message: Row): boolean {
  const subtype = text(message['subtype']);
  return subtype !== undefined && !written.has(subtype);
}

/** Why a message does not become a row; completes "messages where …". */
export function reasonToFilter(
  message: Row,
  options: SlackOptions,
  users: SlackUsers,
): string | undefined {
  const subtype = text(message['subtype']);
  if (subtype === 'tombstone') return 'subtype is tombstone: it was deleted in Slack';
  if (isSystem(message) && options.systemMessages === 'skip')
    return `subtype is ${subtype!}, and systemMessages is skip`;
  return options.bots === 'skip' && isOfBot(message, users)
    ? 'a bot wrote it, and bots is skip'
    : undefined;
}

/** Some messages of bots lack the id of the bot. Messages about a bot that a person added have it. */
function isOfBot(message: Row, users: SlackUsers): boolean {
  const [subtype, person] = [text(message['subtype']), personOf(message)];
  if (person === undefined || users.isBot(person)) return true;
  if (subtype === 'bot_message') return true;
  return text(message['bot_id']) !== undefined && !aboutBots.has(subtype ?? '');
}

const aboutBots: ReadonlySet<string> = new Set(['bot_add', 'bot_remove']);

/** The person who sent a message; undefined for an application without an account. */
export function personOf(message: Row): string | undefined {
  const user = systemSender(message) ?? text(message['user']);
  return user ?? text(object(message['comment'])['user']);
}

/** The person who began a huddle. Slack names itself as the sender, and the person in another field. */
function systemSender(message: Row): string | undefined {
  return text(object(message['room'])['created_by']);
}
