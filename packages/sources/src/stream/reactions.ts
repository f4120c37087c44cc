import { isObject, type Row } from '@chatferry/contract';
import { momentOf } from '../reading/times.ts';
import { object, objects, text, wholeNumber } from '../reading/values.ts';
import type { ExportRows, Place } from '../rows/export-rows.ts';
import type { KeyedRecords } from '../rows/keyed-records.ts';

interface ReactedMessage {
  readonly muid: string;
  readonly isFiltered: boolean;
  readonly canReact: (user: string) => boolean;
}

interface PlacedReaction {
  readonly reaction: Row;
  readonly place: Place;
}

export function reactorOf(reaction: Row): unknown {
  return isObject(reaction['user']) ? reaction['user'] : reaction['user_id'];
}

/** Writes the reactions to a message: those that it contains, and those that are records of their own. */
export function writeReactions(
  message: Row,
  { muid, isFiltered, canReact }: ReactedMessage,
  place: Place,
  { stored, out }: { stored: KeyedRecords; out: ExportRows },
): void {
  const latest = objects(message['latest_reactions']).map((reaction) => ({ reaction, place }));
  const all: readonly PlacedReaction[] = [
    ...latest,
    ...stored.take(muid).map(({ data, ...at }) => ({
      reaction: object(JSON.parse(data)),
      place: { file: at.file, line: at.line },
    })),
  ];
  const seen = new Set<string>();
  for (const { reaction, place: at } of all) {
    const user = reactorOf(reaction);
    const uid = isObject(user) ? text(user['id']) : text(user);
    const type = text(reaction['type']) ?? '';
    // Messages repeat the latest of the reactions that are records of their own.
    if (seen.has(`${type} ${uid}`)) continue;
    seen.add(`${type} ${uid}`);
    out.count('reactions');
    const leaveOut = (reason: string): void =>
      out.leaveOut('reactions', reason, at, { muid, emoji: type, uid });
    if (isFiltered) leaveOut('the message is filtered');
    else if (uid === undefined) leaveOut('it has no user');
    // The service refuses reactions of others.
    else if (!canReact(uid)) leaveOut('the user is not a member of the group');
    else {
      const micros = momentOf(reaction['created_at'])?.micros;
      const reactedAt = micros === undefined ? {} : { reactedAt: Math.floor(micros / 1e6) };
      out.row('reactions', at, { muid, uid: uid, reaction: `:${type}:`, ...reactedAt });
    }
  }
  const unnamed = totalOf(message) - seen.size;
  if (unnamed > 0) {
    out.count('reactions', unnamed);
    out.leaveOut(
      'reactions',
      'the export has only the latest ones of a message',
      place,
      { muid },
      unnamed,
    );
  }
}

/** Leaves out those whose message is not in the export. */
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
