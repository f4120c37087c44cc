import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { freeIdHash, problem, type Origin } from '@chatferry/contract';
import { landedOrdinal } from '../plan/landed-parts.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { RepeatFinder } from '../storage/repeat-finder.ts';
import type { LandedBefore } from './landed-before.ts';
import type { PlannedMessages } from './missing-messages.ts';
import { type RowTally, SENT_AS_REPLY } from '../notes/row-tally.ts';
import type { Warnings } from '../notes/warnings.ts';

/** More levels than any chain of replies has. Each round halves the distance to the first message. */
const MOST_ROUNDS = 64;

interface ReplyRow {
  readonly ordinal: number;
  readonly id: string;
  readonly parent: string;
  readonly file: string;
  readonly line: number;
  /** The two users of a direct conversation; null for a message to a group. */
  readonly sender: string | null;
  readonly receiver: string | null;
}

interface ReplySources {
  readonly work: DatabaseSync;
  readonly folder: string;
  readonly messages: PlannedMessages | undefined;
  readonly landedBefore: LandedBefore;
  readonly tally: RowTally;
  readonly warnings: Warnings;
}

/**
 * Decides which messages are sent as replies, and takes them out of the messages. The service has one level of replies, so a reply to a
 * reply goes to the first message of the thread. A reply stays a message when the first message is not planned, or when one of its two
 * users blocked the other in an earlier job. A landed record stays a message or a reply, as it landed. Everything is in the table of
 * derived records.
 */
export function settleReplies(spool: RecordSpool, sources: ReplySources): void {
  const { work, tally } = sources;
  work.exec(`
    CREATE TABLE replies AS
      SELECT ordinal, id, value ->> '$.parentMuid' AS parent, file, line, NULL AS landed,
        iif(value ->> '$.receiverType' = 'user', value ->> '$.sender', NULL) AS sender,
        iif(value ->> '$.receiverType' = 'user', value ->> '$.receiver', NULL) AS receiver
      FROM derived WHERE kind = 'replies';
    CREATE INDEX replies_by_id ON replies (id);
    CREATE UNIQUE INDEX replies_by_ordinal ON replies (ordinal)`);
  const rowsOf = (condition: string): ReplyRow[] =>
    work
      .prepare(`SELECT * FROM replies WHERE ${condition} ORDER BY ordinal`)
      .all() as unknown as ReplyRow[];
  const all = (): ReplyRow[] => rowsOf('true');
  const isNew = 'landed IS NULL';
  const remove = work.prepare('DELETE FROM replies WHERE ordinal = ?');
  for (const { ordinal } of all()) if (spool.dropped.has(ordinal)) remove.run(ordinal);
  const hasLanded = noteLanded(all(), sources);
  keepAsMessages('reply-to-blocked', toBlocked(rowsOf(isNew), sources), sources);
  keepAsMessages('reply-without-thread', withoutParent(rowsOf(isNew), sources), sources);
  const isReply = 'parent IN (SELECT id FROM replies)';
  const flatten = work.prepare(
    `UPDATE replies SET parent = (SELECT up.parent FROM replies up WHERE up.id = replies.parent) WHERE ${isReply}`,
  );
  for (let round = 0; round < MOST_ROUNDS && flatten.run().changes > 0; round++);
  const inCircles = rowsOf(`${isReply} AND ${isNew}`);
  keepAsMessages('reply-without-thread', inCircles, sources);
  // The thread of a landed reply is unknown when the export lacks the message that it replies to.
  if (hasLanded)
    keepAsMessages('reply-without-thread', withoutParent(rowsOf(isNew), sources), sources);
  work.exec(`
    DELETE FROM derived WHERE kind = 'replies' AND ordinal NOT IN (SELECT ordinal FROM replies);
    UPDATE derived SET value = json_set(value, '$.parentMuid',
      (SELECT parent FROM replies WHERE replies.ordinal = derived.ordinal)) WHERE kind = 'replies'`);
  let moved = 0;
  for (const { ordinal } of all()) {
    spool.moved.add(ordinal);
    moved++;
  }
  if (moved > 0)
    tally.filtered.set(SENT_AS_REPLY, (tally.filtered.get(SENT_AS_REPLY) ?? 0) + moved);
  work.exec('DROP TABLE replies');
}

/** Notes replies that landed as replies in an earlier job, and removes replies that landed as messages. @returns whether any landed */
function noteLanded(
  replies: Iterable<ReplyRow>,
  { folder, landedBefore, work }: ReplySources,
): boolean {
  const landed = landedBefore.messages();
  if (landed === undefined) return false;
  using own = new RepeatFinder(join(folder, 'replies.own'));
  for (const { ordinal, id } of replies) own.add(freeIdHash(id), ordinal, ordinal);
  const note = work.prepare('UPDATE replies SET landed = ? WHERE ordinal = ?');
  own.pairsWith(landed, (ordinal, as) => note.run(as, ordinal));
  work.prepare('DELETE FROM replies WHERE landed = ?').run(landedOrdinal.messages);
  return work.prepare('SELECT 1 FROM replies WHERE landed IS NOT NULL').get() !== undefined;
}

/** The replies that the service refuses because either user has blocked the other. */
function toBlocked(
  replies: readonly ReplyRow[],
  { landedBefore }: Pick<ReplySources, 'landedBefore'>,
): ReplyRow[] {
  return replies.filter(
    ({ sender, receiver }) =>
      sender !== null && receiver !== null && landedBefore.areBlocked(sender, receiver),
  );
}

/** The replies to messages that are not planned. */
function withoutParent(
  replies: Iterable<ReplyRow>,
  { folder, messages, landedBefore, work }: ReplySources,
): ReplyRow[] {
  using wanted = new RepeatFinder(join(folder, 'replies.parents'));
  for (const { ordinal, parent } of replies) wanted.add(freeIdHash(parent), ordinal, ordinal);
  const ordinals: number[] = [];
  wanted.missingFrom(
    [messages!.ids, landedBefore.messages()],
    // A reply is never the first message of a thread, and the thread of a landed reply is unknown without its row.
    (ordinal) => ordinal === landedOrdinal.replies || messages!.dropped.has(ordinal),
    (ordinal) => ordinals.push(ordinal),
  );
  const get = work.prepare('SELECT * FROM replies WHERE ordinal = ?');
  return ordinals.map((ordinal) => get.get(ordinal) as unknown as ReplyRow);
}

function keepAsMessages(
  code: 'reply-to-blocked' | 'reply-without-thread',
  replies: readonly ReplyRow[],
  { work, warnings }: ReplySources,
): void {
  const remove = work.prepare('DELETE FROM replies WHERE ordinal = ?');
  for (const { ordinal, id, parent, file, line } of replies) {
    const origin: Origin = { file, line };
    const about = { field: 'data.metadata.parentMuid', value: parent };
    warnings.add('messages', origin, id, problem(code, about));
    remove.run(ordinal);
  }
}
