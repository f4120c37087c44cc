import type { Row } from '@chatferry/contract';
import { object, objects, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { type ReactedMessage, writeReaction } from '../../rows/reaction-rows.ts';
import { isId } from './ids.ts';

/** Writes the reactions to a message. Older exports contain only the number of reactions. */
export function writeReactions(
  message: Row,
  reacted: ReactedMessage,
  place: Place,
  out: ExportRows,
): void {
  for (const reaction of objects(message['reactions'])) {
    const emoji = emojiOf(object(reaction['emoji']));
    const users = objects(reaction['users']);
    const unknown = (wholeNumber(reaction['count']) ?? 0) - users.length;
    if (unknown > 0) {
      out.count('reactions', unknown);
      const fields = { muid: reacted.muid, emoji };
      out.leaveOut('reactions', 'the export does not name the user', place, fields, unknown);
    }
    for (const { id: uid } of users) {
      out.count('reactions');
      writeReaction({ uid: isId(uid) ? uid : undefined, reaction: emoji }, reacted, place, out);
    }
  }
}

/** The characters of an emoji, or the name of an emoji that a server has made. */
function emojiOf({ id, name, code }: Row): string {
  const shown = text(name) ?? text(code) ?? 'emoji';
  return text(id) === undefined ? shown : `:${shown}:`;
}
