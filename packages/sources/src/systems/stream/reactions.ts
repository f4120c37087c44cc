import { isObject, type Row } from '@chatferry/contract';
import { secondsIn } from '../../reading/times.ts';
import { object, objects, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KeyedRecords } from '../../rows/keyed-records.ts';
import { type ReactedMessage, writeReaction } from '../../rows/reaction-rows.ts';

interface PlacedReaction {
  readonly reaction: Row;
  readonly place: Place;
}

export function reactorOf(reaction: Row): unknown {
  return isObject(reaction['user']) ? reaction['user'] : reaction['user_id'];
}

/** Writes the reactions to a message: reactions inside the message, and reactions that are records of their own. */
export function writeReactions(
  message: Row,
  reacted: ReactedMessage & { readonly muid: string },
  place: Place,
  { stored, out }: { stored: KeyedRecords; out: ExportRows },
): void {
  const latest = objects(message['latest_reactions']).map((reaction) => ({ reaction, place }));
  const all: readonly PlacedReaction[] = [
    ...latest,
    ...stored.take(reacted.muid).map(({ data, ...at }) => ({
      reaction: object(JSON.parse(data)),
      place: { file: at.file, line: at.line },
    })),
  ];
  const seen = new Set<string>();
  for (const { reaction, place: at } of all) {
    const user = reactorOf(reaction);
    const uid = isObject(user) ? text(user['id']) : text(user);
    const type = text(reaction['type']) ?? '';
    // Messages repeat the latest reactions that are also records of their own.
    if (seen.has(`${type} ${uid}`)) continue;
    seen.add(`${type} ${uid}`);
    out.count('reactions');
    const reactedAt = secondsIn(reaction['created_at']);
    writeReaction({ uid, reaction: `:${type}:`, reactedAt }, reacted, at, out);
  }
  const unnamed = totalOf(message) - seen.size;
  if (unnamed > 0) {
    out.count('reactions', unnamed);
    out.leaveOut(
      'reactions',
      'the export has only the latest ones of a message',
      place,
      { muid: reacted.muid },
      unnamed,
    );
  }
}

/** Leaves out reactions whose message is not in the export. */
export function leaveOutRest(stored: KeyedRecords, out: ExportRows): void {
  for (const { key: muid, file, line } of stored.rest()) {
    out.count('reactions');
    out.leaveOut('reactions', 'the message is not in the export', { file, line }, { muid });
  }
}

function totalOf(message: Row): number {
  const counts = Object.values(object(message['reaction_counts']));
  return counts.reduce((sum: number, count) => sum + (wholeNumber(count) ?? 0), 0);
}
