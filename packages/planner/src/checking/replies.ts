import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { freeIdHash, problem, type Origin } from '@chatferry/contract';
import { landedOrdinal } from '../plan/landed-parts.ts';
import type { RecordSpool } from '../spool/record-spool.ts';
import { RepeatFinder } from '../storage/repeat-finder.ts';
import type { PlannedMessages } from './missing-messages.ts';
import type { RowTally } from './row-tally.ts';
import type { Warnings } from './warnings.ts';

/** Why a row of messages is not planned as a message. */
export const SENT_AS_REPLY = 'they are sent as replies (threads: reply)';

/** More levels than any chain of replies has: each round halves the distance to the first message. */
const MOST_ROUNDS = 64;

interface ReplyRow {
  readonly ordinal: number;
  readonly id: string;
  readonly parent: string;
  readonly file: string;
  readonly line: number;
}

interface ReplySources {
  readonly work: DatabaseSync;
  readonly folder: string;
  readonly messages: PlannedMessages | undefined;
  readonly landedMessages: () => RepeatFinder | undefined;
  readonly tally: RowTally;
  readonly warnings: Warnings;
}

/**
 * Decides which messages are sent as replies, and takes them out of the messages. The service has one level of replies, so a
 * reply to a reply goes to the first message of the thread. One whose first message is not planned stays a message.
 * Everything is in the table of derived records.
 */
export function settleReplies(spool: RecordSpool, sources: ReplySources): void {
  const { work, tally } = sources;
  work.exec(`
    CREATE TABLE replies AS
      SELECT ordinal, id, value ->> '$.parentMuid' AS parent, file, line FROM derived WHERE kind = 'replies';
    CREATE INDEX replies_by_id ON replies (id);
    CREATE UNIQUE INDEX replies_by_ordinal ON replies (ordinal)`);
  const all = (): Iterable<ReplyRow> =>
    work.prepare('SELECT * FROM replies ORDER BY ordinal').all() as unknown as ReplyRow[];
  const remove = work.prepare('DELETE FROM replies WHERE ordinal = ?');
  for (const { ordinal } of all()) if (spool.dropped.has(ordinal)) remove.run(ordinal);
  keepAsMessages(withoutParent(all(), sources), sources);
  const isReply = 'parent IN (SELECT id FROM replies)';
  const flatten = work.prepare(
    `UPDATE replies SET parent = (SELECT up.parent FROM replies up WHERE up.id = replies.parent) WHERE ${isReply}`,
  );
  for (let round = 0; round < MOST_ROUNDS && flatten.run().changes > 0; round++);
  const inCircles = work.prepare(`SELECT * FROM replies WHERE ${isReply}`).all();
  keepAsMessages(inCircles as unknown as ReplyRow[], sources);
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

/** The replies to messages that are not planned. */
function withoutParent(
  replies: Iterable<ReplyRow>,
  { folder, messages, landedMessages, work }: ReplySources,
): ReplyRow[] {
  using wanted = new RepeatFinder(join(folder, 'replies.parents'));
  for (const { ordinal, parent } of replies) wanted.add(freeIdHash(parent), ordinal, ordinal);
  const ordinals: number[] = [];
  wanted.missingFrom(
    [messages!.ids, landedMessages()],
    // A reply is the first message of no thread, and which thread a landed one is in is not known without its row.
    (ordinal) => ordinal === landedOrdinal.replies || messages!.dropped.has(ordinal),
    (ordinal) => ordinals.push(ordinal),
  );
  const get = work.prepare('SELECT * FROM replies WHERE ordinal = ?');
  return ordinals.map((ordinal) => get.get(ordinal) as unknown as ReplyRow);
}

function keepAsMessages(replies: readonly ReplyRow[], { work, warnings }: ReplySources): void {
  const remove = work.prepare('DELETE FROM replies WHERE ordinal = ?');
  for (const { ordinal, id, parent, file, line } of replies) {
    const origin: Origin = { file, line };
    const about = { field: 'data.metadata.parentMuid', value: parent };
    warnings.add('messages', origin, id, problem('reply-without-thread', about));
    remove.run(ordinal);
  }
}
