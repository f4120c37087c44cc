import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { entryOf, openPlan, recordOfEntry } from '@chatferry/planner';
import { openLedger } from '@chatferry/runner';

/** Batches that the ledger settles in one transaction. */
const BATCHES = 5000;

/** The messages of a conversation that are filled in. */
interface Span {
  readonly type: string;
  readonly one: string;
  readonly other: string;
  first: number;
  /** The latest message, and its time. */
  id: number;
  last: number;
}

/**
 * Writes the messages that a stopped run has not sent yet into the tables of the local service, and their outcomes into the ledger: the state
 * that the import of them would have led to. Neither the service nor another process may have the files open.
 *
 * @returns the number of messages
 */
export function fillMessages(job: string, serviceDb: string): number {
  using plan = openPlan(path.join(job, 'plan.sqlite'));
  using ledger = openLedger(path.join(job, 'ledger.sqlite'), plan);
  using db = new DatabaseSync(serviceDb);
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  db.exec('PRAGMA cache_size = -200000');
  const indexes = db
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'messages'`)
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  const insert = db.prepare(
    `INSERT INTO messages (muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags, sent_at,
       delivered_at, read_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?10)`,
  );
  const spans = new Map<string, Span>();
  let count = 0;
  db.exec('BEGIN');
  const seqs: number[] = [];
  for (let lane = 0; lane < plan.lanes; lane++)
    for (const batch of plan.batches('messages', lane, ledger.rows.lane('messages', lane).settled))
      seqs.push(batch.seq);
  for (let start = 0; start < seqs.length; start += BATCHES)
    ledger.change((put) => {
      for (const seq of seqs.slice(start, start + BATCHES).toSorted((a, b) => a - b)) {
        const batch = plan.batch(seq);
        const at = Date.now();
        for (const position of batch.ends.keys()) fill(entryOf(batch, position));
        count += batch.records;
        const after = { state: 'settled', attempts: 1, marks: 'c'.repeat(batch.records) } as const;
        put({ batch, before: undefined, after, begunAt: at, outcomes: [], troubles: [], at });
      }
    });
  noteConversations(db, spans);
  db.exec('COMMIT');
  for (const { sql } of indexes) db.exec(sql);
  db.exec('PRAGMA journal_mode = WAL');
  return count;

  function fill({ id: muid, wire }: { readonly id: string; readonly wire: Uint8Array }): void {
    const message = recordOfEntry(wire) as unknown as Message;
    const { sender, receiverType, receiver, sentAt } = message;
    const isGroup = receiverType === 'group';
    const [one, other] = isGroup
      ? [receiver, receiver]
      : [sender, receiver].toSorted((a, b) => (a < b ? -1 : 1));
    const conversation = isGroup ? `group_${receiver}` : `${one}_user_${other}`;
    const id = Number(
      insert.run(
        muid,
        conversation,
        sender,
        receiverType,
        receiver,
        message.category ?? 'message',
        message.type ?? 'text',
        JSON.stringify(message.data),
        JSON.stringify(message.tags ?? []),
        sentAt,
        message.deliveredAt ?? null,
        message.readAt ?? null,
      ).lastInsertRowid,
    );
    const span = spans.get(conversation);
    if (span === undefined)
      spans.set(conversation, {
        type: receiverType,
        one: one!,
        other: other!,
        first: sentAt,
        last: sentAt,
        id,
      });
    else {
      span.first = Math.min(span.first, sentAt);
      if (sentAt >= span.last) Object.assign(span, { id, last: sentAt });
    }
  }
}

/** A message as it is sent. */
interface Message {
  readonly sender: string;
  readonly receiverType: 'user' | 'group';
  readonly receiver: string;
  readonly category?: string;
  readonly type?: string;
  readonly data: object;
  readonly tags?: readonly string[];
  readonly sentAt: number;
  readonly deliveredAt?: number;
  readonly readAt?: number;
}

/** Creates conversations, or extends those that a run has created. */
function noteConversations(db: DatabaseSync, spans: ReadonlyMap<string, Span>): void {
  const put = db.prepare(
    `INSERT INTO conversations (conversation_id, type, one, other, last_message_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (conversation_id) DO UPDATE SET
       last_message_id = iif(excluded.updated_at >= updated_at, excluded.last_message_id, last_message_id),
       updated_at = max(updated_at, excluded.updated_at), created_at = min(created_at, excluded.created_at)`,
  );
  for (const [conversation, { type, one, other, first, id, last }] of spans)
    put.run(conversation, type, one, other, id, first, last);
}
