import type { Row } from '@chatferry/contract';
import { object, texts } from '../reading/values.ts';
import type { StoredMessage } from '../rows/message-copies.ts';
import type { MessageContext } from './message-context.ts';

/** Who reacted, by the name of the emoji. */
export type FoundReactions = Readonly<Record<string, readonly string[]>>;

/** The reactions that an app keeps in an attribute. @param name undefined where it keeps none */
export function reactionsOf(attributes: Row, name: string | undefined): FoundReactions {
  if (name === undefined) return {};
  const lists = Object.entries(object(attributes[name]));
  return Object.fromEntries(lists.map(([emoji, users]) => [emoji, texts(users)]));
}

export function writeReactions(
  found: FoundReactions,
  of: {
    readonly muid: string;
    readonly pair: readonly string[] | undefined;
    readonly isFiltered: boolean;
  },
  { chat, place }: StoredMessage,
  { chats, uidOf, out }: MessageContext,
): void {
  const { muid, pair, isFiltered } = of;
  for (const [emoji, users] of Object.entries(found))
    for (const user of new Set(users)) {
      out.count('reactions');
      const canReact = pair?.includes(user) ?? chats.isMember(chat, user);
      const reason = isFiltered
        ? 'the message is filtered'
        : canReact
          ? undefined
          : 'the user is not a member of the group';
      const name = emoji.replace(/^:+|:+$/g, '');
      if (reason !== undefined)
        out.leaveOut('reactions', reason, place, { muid, emoji: name, uid: uidOf(user) });
      else out.row('reactions', place, { muid, uid: uidOf(user), reaction: `:${name}:` });
    }
}
