import type { Row } from '@chatferry/contract';
import { object, texts } from '../reading/values.ts';
import type { ExportRows, Place } from '../rows/export-rows.ts';
import type { RocketchatUsers } from './users.ts';

interface ReactedMessage {
  readonly muid: string;
  readonly isFiltered: boolean;
  readonly canReact: (user: string) => boolean;
}

/** Writes the reactions to a message, which name users only by their usernames. */
export function writeReactions(
  message: Row,
  { muid, isFiltered, canReact }: ReactedMessage,
  place: Place,
  { out, users }: { readonly out: ExportRows; readonly users: RocketchatUsers },
): void {
  const seen = new Set<string>();
  for (const [name, reaction] of Object.entries(object(message['reactions']))) {
    const emoji = name.replace(/:+skin-tone-\d:*$/, '').replace(/^:+|:+$/g, '');
    for (const username of texts(object(reaction)['usernames'])) {
      out.count('reactions');
      const uid = users.named(username);
      const leaveOut = (reason: string): void =>
        out.leaveOut('reactions', reason, place, { muid, emoji, username });
      if (isFiltered) leaveOut('the message is filtered');
      else if (uid === undefined) leaveOut('no user, or more than one, had this username');
      // The service refuses reactions of others.
      else if (!canReact(uid)) leaveOut('the user is not a member of the group');
      else if (seen.has(`${emoji} ${uid}`)) leaveOut('the user gave it twice');
      else out.row('reactions', place, { muid, uid, reaction: `:${emoji}:` });
      seen.add(`${emoji} ${uid}`);
    }
  }
}
