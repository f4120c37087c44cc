import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { entryOf, openPlan, type Plan, recordOfEntry } from '@chatferry/planner';
import { type Ledger, openLedger } from '@chatferry/runner';

/** Batches that the ledger settles in one transaction. */
const BATCHES = 5000;

const INSERT = `INSERT INTO messages (muid, conversation_id, sender, receiver_type, receiver, category, type, data, tags, sent_at,
   delivered_at, read_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?10)`;

interface Conversation {
  readonly id: string;
  readonly type: 'user' | 'group';
  readonly one: string;
  readonly other: string;
}

/** The messages to fill into a conversation. */
interface Span extends Conversation {
  first: number;
  /** Row id and time of the latest message. */
  message: number;
  last: number;
}

/**
 * Writes the messages that a stopped run has not sent into the tables of the local service, and their outcomes into the ledger, as if
 * they had been imported. Neither the service nor another process may have the files open.
 *
 * @returns the number of messages
 */
export function fillMessages(job: string, serviceDb: string): number {
  using plan = openPlan(path.join(job, 'plan.sqlite'));
  using ledger = openLedger(path.join(job, 'ledger.sqlite'), plan);
  using db = new DatabaseSync(serviceDb);
  db.exec('PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  db.exec('PRAGMA cache_size = -200000');
  const indexes = dropIndexes(db);
  const spans = new Map<string, Span>();
  let count = 0;
  db.exec('BEGIN');
  const insert = db.prepare(INSERT);
  const seqs = unsent(plan, ledger);
  for (let start = 0; start < seqs.length; start += BATCHES)
    ledger.change((put) => {
      for (const seq of seqs.slice(start, start + BATCHES).toSorted((a, b) => a - b)) {
        const batch = plan.batch(seq);
        const at = Date.now();
        for (const position of batch.ends.keys()) {
          const { id: muid, wire } = entryOf(batch, position);
          const message = recordOfEntry(wire) as unknown as Message;
          const conversation = conversationOf(message);
          const row = insert.run(...valuesOf(muid, conversation.id, message));
          extend(spans, conversation, Number(row.lastInsertRowid), message);
        }
        count += batch.records;
        const after = { state: 'settled', attempts: 1, marks: 'c'.repeat(batch.records) } as const;
        put({ batch, before: undefined, after, begunAt: at, outcomes: [], troubles: [], at });
      }
    });
  noteConversations(db, spans);
  db.exec('COMMIT');
  for (const sql of indexes) db.exec(sql);
  db.exec('PRAGMA journal_mode = WAL');
  return count;
}

/** Drops the indexes of messages: building them after the inserts is faster. @returns the statements to create them again */
function dropIndexes(db: DatabaseSync): string[] {
  const indexes = db
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'messages'`)
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  return indexes.map(({ sql }) => sql);
}

/** The batches of messages that the ledger has not settled. */
function unsent(plan: Plan, ledger: Ledger): number[] {
  return Array.from({ length: plan.lanes }, (_, lane) => [
    ...plan.batches('messages', lane, ledger.rows.lane('messages', lane).settled),
  ])
    .flat()
    .map(({ seq }) => seq);
}

function conversationOf({ sender, receiverType, receiver }: Message): Conversation {
  if (receiverType === 'group')
    return { id: `group_${receiver}`, type: receiverType, one: receiver, other: receiver };
  const [one, other] = sender < receiver ? [sender, receiver] : [receiver, sender];
  return { id: `${one}_user_${other}`, type: receiverType, one, other };
}

function valuesOf(muid: string, conversation: string, message: Message): SQLInputValue[] {
  const { sender, receiverType, receiver, category, type, data, tags, sentAt } = message;
  return [
    muid,
    conversation,
    sender,
    receiverType,
    receiver,
    category ?? 'message',
    type ?? 'text',
    JSON.stringify(data),
    JSON.stringify(tags ?? []),
    sentAt,
    message.deliveredAt ?? null,
    message.readAt ?? null,
  ];
}

/** @param id the row id of the message in the service */
function extend(
  spans: Map<string, Span>,
  conversation: Conversation,
  id: number,
  { sentAt }: Message,
): void {
  const span = spans.get(conversation.id);
  if (span === undefined) {
    spans.set(conversation.id, { ...conversation, first: sentAt, last: sentAt, message: id });
    return;
  }
  span.first = Math.min(span.first, sentAt);
  if (sentAt >= span.last) Object.assign(span, { message: id, last: sentAt });
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

/** Creates conversations, or extends the ones that a run has created. */
function noteConversations(db: DatabaseSync, spans: ReadonlyMap<string, Span>): void {
  const put = db.prepare(
    `INSERT INTO conversations (conversation_id, type, one, other, last_message_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (conversation_id) DO UPDATE SET
       last_message_id = iif(excluded.updated_at >= updated_at, excluded.last_message_id, last_message_id),
       updated_at = max(updated_at, excluded.updated_at), created_at = min(created_at, excluded.created_at)`,
  );
  for (const { id, type, one, other, first, message, last } of spans.values())
    put.run(id, type, one, other, message, first, last);
}
