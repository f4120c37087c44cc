import type { Row } from '@chatferry/contract';
import { object, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { type ReactedMessage, writeReaction } from '../../rows/reaction-rows.ts';
import type { RocketchatUsers } from './users.ts';

/** Writes the reactions to a message. They name users only by username. */
export function writeReactions(
  message: Row,
  reacted: ReactedMessage,
  place: Place,
  { out, users }: { readonly out: ExportRows; readonly users: RocketchatUsers },
): void {
  const seen = new Set<string>();
  for (const [name, reaction] of Object.entries(object(message['reactions']))) {
    const emoji = name.replace(/:+skin-tone-\d:*$/, '').replace(/^:+|:+$/g, '');
    for (const username of texts(object(reaction)['usernames'])) {
      out.count('reactions');
      const uid = users.named(username);
      if (uid === undefined) {
        const reason = 'no user, or more than one, had this username';
        out.leaveOut('reactions', reason, place, { muid: reacted.muid, emoji, username });
        continue;
      }
      const whyNot = seen.has(`${emoji} ${uid}`) ? 'the user gave it twice' : undefined;
      seen.add(`${emoji} ${uid}`);
      writeReaction({ uid, reaction: `:${emoji}:`, whyNot }, reacted, place, out);
    }
  }
}
