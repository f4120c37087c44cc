import type { Row } from '@chatferry/contract';
import { object, objects, text, texts, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { type ReactedMessage, writeReaction } from '../../rows/reaction-rows.ts';
import type { SlackUsers } from './users.ts';

const skinTone = /::skin-tone-\d$/;

/** Writes the reactions to a message: each user once for each emoji, whatever the skin tone. */
export function writeReactions(
  message: Row,
  reacted: ReactedMessage,
  place: Place,
  { out, users }: { readonly out: ExportRows; readonly users: SlackUsers },
): void {
  const seen = new Set<string>();
  // Old comments on files contain their reactions.
  const all = [message['reactions'], object(message['comment'])['reactions']].flatMap(objects);
  for (const reaction of all) {
    const emoji = (text(reaction['name']) ?? '').replace(skinTone, '');
    const named = texts(reaction['users']);
    for (const uid of named) {
      users.addId(uid, place);
      if (seen.has(`${emoji} ${uid}`)) continue;
      seen.add(`${emoji} ${uid}`);
      out.count('reactions');
      writeReaction({ uid, reaction: `:${emoji}:` }, reacted, place, out);
    }
    const unnamed = (wholeNumber(reaction['count']) ?? 0) - named.length;
    if (unnamed > 0) out.note('reactions', 'of users whom the export does not name', unnamed);
  }
}
