import type { Row } from '@chatferry/contract';
import { objects, text, texts, wholeNumber } from '../reading/values.ts';
import type { ExportRows, Place } from '../rows/export-rows.ts';
import type { SlackUsers } from './users.ts';

const skinTone = /::skin-tone-\d$/;

interface ReactedMessage {
  readonly muid: string | undefined;
  readonly isFiltered: boolean;
  readonly canReact: (user: string) => boolean;
}

/** The service refuses their reactions. */
const NO_MEMBER = 'the user is not a member of the group';

/**
 * Writes the reactions to a message: each user once for each emoji, whatever the skin tone.
 * @param isFiltered whether the message is not carried @param canReact whether a user has access to it
 */
export function writeReactions(
  message: Row,
  { muid, isFiltered, canReact }: ReactedMessage,
  place: Place,
  { out, users }: { readonly out: ExportRows; readonly users: SlackUsers },
): void {
  const seen = new Set<string>();
  for (const reaction of objects(message['reactions'])) {
    const emoji = (text(reaction['name']) ?? '').replace(skinTone, '');
    const named = texts(reaction['users']);
    for (const uid of named) {
      users.addId(uid, place);
      if (seen.has(`${emoji} ${uid}`)) continue;
      seen.add(`${emoji} ${uid}`);
      out.count('reactions');
      const reason = isFiltered ? 'the message is filtered' : canReact(uid) ? undefined : NO_MEMBER;
      if (reason === undefined) out.row('reactions', place, { muid, uid, reaction: `:${emoji}:` });
      else out.leaveOut('reactions', reason, place, { muid, emoji, uid });
    }
    const unnamed = (wholeNumber(reaction['count']) ?? 0) - named.length;
    if (unnamed > 0) out.note('reactions', 'of users whom the export does not name', unnamed);
  }
}
