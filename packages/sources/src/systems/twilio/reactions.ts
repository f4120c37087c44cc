import type { Row } from '@chatferry/contract';
import { object, texts } from '../../reading/values.ts';
import type { StoredMessage } from '../../rows/message-copies.ts';
import { writeReaction } from '../../rows/reaction-rows.ts';
import type { MessageContext } from './message-context.ts';

/** The users who reacted, by the name of the emoji. */
export type FoundReactions = Readonly<Record<string, readonly string[]>>;

/** The reactions that an app keeps in an attribute. @param name undefined when the app keeps none */
export function reactionsOf(attributes: Row, name: string | undefined): FoundReactions {
  if (name === undefined) return {};
  const lists = Object.entries(object(attributes[name]));
  return Object.fromEntries(lists.map(([emoji, users]) => [emoji, texts(users)]));
}

export function writeReactions(
  found: FoundReactions,
  of: { readonly muid: string; readonly isFiltered: boolean },
  { chat, place }: StoredMessage,
  { chats, uidOf, out }: MessageContext,
): void {
  for (const [emoji, users] of Object.entries(found))
    for (const user of new Set(users)) {
      out.count('reactions');
      const canReact = (): boolean => chats.isMember(chat, user);
      const reaction = `:${emoji.replace(/^:+|:+$/g, '')}:`;
      writeReaction({ uid: uidOf(user), reaction }, { ...of, canReact }, place, out);
    }
}
