import type { Row } from '@chatferry/contract';
import { objects, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { type ReactedMessage, writeReaction } from '../../rows/reaction-rows.ts';
import { userId } from './ids.ts';

interface DatedReactions extends ReactedMessage {
  /** The UNIX time of a date on the clock of the exporting machine. */
  readonly secondsOf: (date: unknown) => number | undefined;
}

/** Writes the reactions to a message. The export names only the latest users of each reaction. */
export function writeReactions(
  message: Row,
  reacted: DatedReactions,
  place: Place,
  out: ExportRows,
): void {
  for (const reaction of objects(message['reactions'])) {
    const emoji = reaction['type'] === 'emoji' ? text(reaction['emoji']) : undefined;
    const recent = objects(reaction['recent']);
    const unknown = (wholeNumber(reaction['count']) ?? 0) - recent.length;
    if (unknown > 0) {
      out.count('reactions', unknown);
      const fields = { muid: reacted.muid, emoji };
      out.leaveOut('reactions', 'the export does not name the user', place, fields, unknown);
    }
    for (const { from_id: from, date } of recent) {
      out.count('reactions');
      const whyNot = emoji === undefined ? 'paid, or an emoji that is a picture' : undefined;
      const reactedAt = reacted.secondsOf(date);
      writeReaction({ uid: userId(from), reaction: emoji, reactedAt, whyNot }, reacted, place, out);
    }
  }
}
