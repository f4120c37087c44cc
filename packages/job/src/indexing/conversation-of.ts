import { idHash } from '@chatferry/contract';

/** The participants of a conversation, as hashes. */
export interface ConversationKey {
  readonly conversation: number;
  /** The group, or one of the two users. */
  readonly one: number;
  /** The other user; 0 for a group. */
  readonly other: number;
}

/** The conversation of a message or of a row that has its fields; undefined for anything else. */
export function conversationOf(
  row: Readonly<Record<string, unknown>>,
): ConversationKey | undefined {
  const { sender, receiver, receiverType } = row;
  if (typeof receiver !== 'string') return undefined;
  if (receiverType === 'group') return groupConversation(receiver);
  return receiverType === 'user' && typeof sender === 'string'
    ? directConversation(sender, receiver)
    : undefined;
}

export function groupConversation(guid: string): ConversationKey {
  const one = idHash(guid);
  return { conversation: idHash(`group ${guid}`), one, other: 0 };
}

export function directConversation(a: string, b: string): ConversationKey {
  const [first, second] = a < b ? [a, b] : [b, a];
  return {
    conversation: idHash(`users ${first} ${second}`),
    one: idHash(first),
    other: idHash(second),
  };
}
