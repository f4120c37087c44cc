import { entryOf, wholeNumber } from '../../reading/values.ts';

/** The version of the rules of this file. A plan keeps it, because with other rules the same messages would get other ids. */
export const ID_RULE = 1;

/** The id of a user, in the form of newer exports. Older exports have a number. */
export function userId(id: unknown): string | undefined {
  const number = wholeNumber(id);
  if (number !== undefined) return `user${number}`;
  return typeof id === 'string' && /^(?:user|channel|chat)\d+$/.test(id) ? id : undefined;
}

/** Types of conversations by the class of their ids: the numbers of users, groups and channels overlap. */
const classes: Readonly<Record<string, 'user' | 'chat' | 'channel'>> = {
  personal_chat: 'user',
  bot_chat: 'user',
  saved_messages: 'user',
  replies: 'user',
  verification_codes: 'user',
  private_group: 'chat',
  private_supergroup: 'channel',
  public_supergroup: 'channel',
  private_channel: 'channel',
  public_channel: 'channel',
};

export function classOf(type: unknown): 'user' | 'chat' | 'channel' | undefined {
  return entryOf(classes, type);
}

/** Whether each account counts the messages of a conversation by itself. */
export function hasOwnNumbers(conversation: string): boolean {
  return !conversation.startsWith('channel');
}

/**
 * The id of a message, which is unique only in its conversation. In conversations of people and in basic groups, each
 * account has its own numbers.
 * @param owner of the export, if known
 */
export function muidOf(conversation: string, owner: string | undefined, id: number): string {
  const account = hasOwnNumbers(conversation) && owner !== undefined ? `-${owner}` : '';
  return `telegram-${conversation}${account}-${id < 0 ? `n${-id}` : id}`;
}
