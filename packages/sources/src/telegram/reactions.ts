import type { Row } from '@chatferry/contract';
import { objects, text, wholeNumber } from '../reading/values.ts';
import type { ExportRows, Place } from '../rows/export-rows.ts';
import { userId } from './ids.ts';

interface ReactedMessage {
  readonly muid: string;
  readonly isFiltered: boolean;
  readonly canReact: (user: string) => boolean;
  /** The UNIX time of what the clock of the exporting machine showed. */
  readonly secondsOf: (date: unknown) => number | undefined;
}

/** Writes the reactions to a message. The export names only the latest users who gave each. */
export function writeReactions(
  message: Row,
  { muid, isFiltered, canReact, secondsOf }: ReactedMessage,
  place: Place,
  out: ExportRows,
): void {
  for (const reaction of objects(message['reactions'])) {
    const emoji = reaction['type'] === 'emoji' ? text(reaction['emoji']) : undefined;
    const recent = objects(reaction['recent']);
    const unknown = (wholeNumber(reaction['count']) ?? 0) - recent.length;
    if (unknown > 0) {
      out.count('reactions', unknown);
      const fields = { muid, emoji };
      out.leaveOut('reactions', 'the export does not name the user', place, fields, unknown);
    }
    for (const { from_id: from, date } of recent) {
      out.count('reactions');
      const uid = userId(from);
      const leaveOut = (reason: string): void =>
        out.leaveOut('reactions', reason, place, { muid, emoji, uid });
      if (isFiltered) leaveOut('the message is filtered');
      else if (emoji === undefined) leaveOut('paid, or an emoji that is a picture');
      // The service refuses reactions of others.
      else if (uid === undefined || !canReact(uid))
        leaveOut('the user is not a member of the group');
      else {
        const reactedAt = secondsOf(date);
        out.row('reactions', place, {
          muid,
          uid,
          reaction: emoji,
          ...(reactedAt === undefined ? {} : { reactedAt }),
        });
      }
    }
  }
}
