import type { Row } from '@chatferry/contract';
import { object, objects, text, wholeNumber } from '../reading/values.ts';
import type { ExportRows, Place } from '../rows/export-rows.ts';
import { isId } from './ids.ts';

interface ReactedMessage {
  readonly muid: string;
  readonly isFiltered: boolean;
  readonly canReact: (user: string) => boolean;
}

/** Writes the reactions to a message. Older exports have only how many there are. */
export function writeReactions(
  message: Row,
  { muid, isFiltered, canReact }: ReactedMessage,
  place: Place,
  out: ExportRows,
): void {
  for (const reaction of objects(message['reactions'])) {
    const emoji = emojiOf(object(reaction['emoji']));
    const users = objects(reaction['users']);
    const unknown = (wholeNumber(reaction['count']) ?? 0) - users.length;
    if (unknown > 0) {
      out.count('reactions', unknown);
      const fields = { muid, emoji };
      out.leaveOut('reactions', 'the export does not name the user', place, fields, unknown);
    }
    for (const { id: uid } of users) {
      out.count('reactions');
      const leaveOut = (reason: string): void =>
        out.leaveOut('reactions', reason, place, { muid, emoji, uid });
      if (isFiltered) leaveOut('the message is filtered');
      // The service refuses reactions of others.
      else if (!isId(uid) || !canReact(uid)) leaveOut('the user is not a member of the group');
      else out.row('reactions', place, { muid, uid, reaction: emoji });
    }
  }
}

/** The characters of an emoji; the name of one that a server has made. */
function emojiOf({ id, name, code }: Row): string {
  const shown = text(name) ?? text(code) ?? 'emoji';
  return text(id) === undefined ? shown : `:${shown}:`;
}
