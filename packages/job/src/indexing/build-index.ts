import { closeSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { idHash, type Kind, kindsInOrder } from '@chatferry/contract';
import { createNewFile, publishFile } from '@chatferry/disk';
import { type Batch, entryOf, openPlan, type Plan, recordOfEntry } from '@chatferry/planner';
import type { JobFolder } from '../folder/job-folder.ts';
import { conversationOf } from './conversation-of.ts';
import { APPLICATION_ID, FORMAT, INDEXES, placeOf, SCHEMA, UNSORTED } from './index-schema.ts';
import { linesOf } from './lines-of.ts';
import { madeFrom } from './made-from.ts';

/** The share of the work that reads the plan. */
const READING = 0.75;
const CACHE_KIB = 65_536;
/** Records between two reports of progress. */
const REPORT_EVERY = 20_000;
/** The most conversations that are remembered as written; then all are forgotten. */
const KNOWN = 100_000;

/**
 * Makes the index of a job beside its final name, and renames it when it is complete. It is a cache: it can be removed at any time.
 *
 * @returns yields the share that is done, from 0 to 1
 * @throws {PlanError} @throws the error of SQLite or of the system, when the disk is full
 */
export function* buildIndex(job: JobFolder): Generator<number, void> {
  using plan = openPlan(job.plan);
  const files = [`${job.index}.building`, `${job.index}.unsorted`] as const;
  for (const file of files) rmSync(file, { force: true });
  const [building, unsorted] = files;
  try {
    for (const file of files) closeSync(createNewFile(file));
    const db = new DatabaseSync(building);
    try {
      prepare(db, unsorted);
      yield* readPlan(db, plan);
      yield* sort(db);
      addLines(db, job);
      db.exec(INDEXES);
      const { plan: id, rejects, differences } = madeFrom(job, plan);
      db.prepare('INSERT INTO made_from SELECT ?, ?, ?, count(*) FROM conversations').run(
        id,
        rejects,
        differences,
      );
      db.exec('COMMIT');
    } finally {
      db.close();
    }
    publishFile(building, job.index);
    yield 1;
  } finally {
    for (const file of files) rmSync(file, { force: true });
  }
}

/** Nothing is synchronised before the file is complete, because an incomplete file is never used. */
function prepare(db: DatabaseSync, unsorted: string): void {
  db.exec(`
    PRAGMA application_id = ${APPLICATION_ID};
    PRAGMA user_version = ${FORMAT};
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA cache_size = -${CACHE_KIB};
    PRAGMA temp_store = FILE;`);
  db.prepare('ATTACH ? AS unsorted').run(unsorted);
  db.exec('PRAGMA unsorted.journal_mode = OFF; PRAGMA unsorted.synchronous = OFF; BEGIN');
  db.exec(`${SCHEMA}${UNSORTED}`);
}

function* readPlan(db: DatabaseSync, plan: Plan): Generator<number> {
  const writer = new RecordWriter(db);
  const requests = Math.max(plan.summary.requests, 1);
  let records = 0;
  for (const batch of plan.allBatches()) {
    writer.add(batch);
    records += batch.records;
    if (records < REPORT_EVERY) continue;
    records = 0;
    yield (batch.seq / requests) * READING;
  }
}

/** Kinds whose records are about a message, and the field that names the message. */
const aboutFields: Readonly<Partial<Record<Kind, string>>> = {
  reactions: 'muid',
  messageEdits: 'muid',
  messageRemovals: 'muid',
};

class RecordWriter {
  readonly #place: StatementSync;
  readonly #name: StatementSync;
  readonly #message: StatementSync;
  readonly #pair: StatementSync;
  readonly #about: StatementSync;
  readonly #known = new Set<number>();

  constructor(db: DatabaseSync) {
    this.#place = db.prepare('INSERT INTO unsorted.places VALUES (?, ?, ?)');
    this.#name = db.prepare('INSERT INTO unsorted.names VALUES (?, ?, ?)');
    this.#message = db.prepare('INSERT INTO unsorted.messages VALUES (?, ?, ?)');
    this.#pair = db.prepare('INSERT OR IGNORE INTO unsorted.pairs VALUES (?, ?, ?)');
    this.#about = db.prepare('INSERT INTO unsorted.about VALUES (?, ?, ?)');
  }

  add(batch: Batch): void {
    const { seq, kind, records } = batch;
    const number = kindsInOrder.indexOf(kind);
    for (let position = 0; position < records; position++) {
      const { id, wire } = entryOf(batch, position);
      const place = placeOf(seq, position);
      this.#place.run(idHash(id), number, place);
      if (kind === 'users' || kind === 'groups') {
        const { name } = recordOfEntry(wire);
        this.#addName(id, number, place);
        if (typeof name === 'string' && name !== id) this.#addName(name, number, place);
      } else if (kind === 'messages' || kind === 'replies')
        this.#addMessage(recordOfEntry(wire), place);
      const field = aboutFields[kind];
      if (field === undefined) continue;
      const message = recordOfEntry(wire)[field];
      if (typeof message === 'string') this.#about.run(idHash(message), number, place);
    }
  }

  #addName(text: string, kind: number, place: number): void {
    this.#name.run(text.toLowerCase(), kind, place);
  }

  #addMessage(record: Readonly<Record<string, unknown>>, place: number): void {
    const key = conversationOf(record);
    if (key === undefined) return;
    this.#message.run(key.conversation, place, timeOf(record));
    if (this.#known.has(key.conversation)) return;
    if (this.#known.size >= KNOWN) this.#known.clear();
    this.#known.add(key.conversation);
    this.#pair.run(key.conversation, key.one, key.other);
  }
}

function timeOf({ sentAt }: Readonly<Record<string, unknown>>): number {
  return typeof sentAt === 'number' && Number.isSafeInteger(sentAt) ? sentAt : 0;
}

/** SQLite sorts in files when the memory is too small. Replies are sent after all messages, and take their time. */
function* sort(db: DatabaseSync): Generator<number> {
  const steps = [
    'INSERT OR IGNORE INTO places SELECT * FROM unsorted.places ORDER BY hash, kind, place',
    'INSERT OR IGNORE INTO names SELECT * FROM unsorted.names ORDER BY text, kind, place',
    `INSERT INTO conversation_messages
     SELECT conversation, row_number() OVER (PARTITION BY conversation ORDER BY place), place, at
     FROM unsorted.messages ORDER BY conversation, place`,
    `INSERT INTO conversations
     SELECT conversation, one, other, messages, last_at, last_place FROM (
       SELECT conversation, count(*) AS messages, max(at) AS last_at, max(place) AS last_place
       FROM conversation_messages GROUP BY conversation
     ) JOIN unsorted.pairs USING (conversation)`,
    'INSERT OR IGNORE INTO about SELECT * FROM unsorted.about ORDER BY hash, kind, place',
  ];
  for (const [index, sql] of steps.entries()) {
    db.exec(sql);
    yield READING + ((index + 1) / (steps.length + 1)) * (1 - READING);
  }
}

/** Adds the lines of the lists that planning and comparing wrote. */
function addLines(db: DatabaseSync, job: JobFolder): void {
  const reject = db.prepare('INSERT INTO reject_rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const fileNumbers = new Map<string, number>();
  const ofCause = new Map<number, number>();
  for (const { line, start, length } of linesOf(job.rejects)) {
    const { cause = 0, kind, id, row, file: name } = line as RejectLine;
    const file = fileNumbers.get(name) ?? fileNumbers.size + 1;
    fileNumbers.set(name, file);
    const n = (ofCause.get(cause) ?? 0) + 1;
    ofCause.set(cause, n);
    const fields = fieldsOf(row);
    const conversation = kind === 'messages' ? (conversationOf(fields)?.conversation ?? 0) : 0;
    const hash = id === undefined ? 0 : idHash(id);
    const number = kindsInOrder.indexOf(kind);
    reject.run(cause, n, number, start, length, hash, conversation, timeOf(fields), file);
  }
  const named = db.prepare('INSERT INTO reject_files VALUES (?, ?)');
  for (const [name, file] of fileNumbers) named.run(file, name);
  db.exec(
    'INSERT INTO reject_counts SELECT cause, kind, file, count(*) FROM reject_rows GROUP BY cause, kind, file',
  );
  const difference = db.prepare('INSERT INTO difference_rows VALUES (?, ?, ?, ?, ?, ?)');
  const ofField = new Map<string, number>();
  for (const { line, start, length } of linesOf(job.differences)) {
    const { kind, field, id } = line as DifferenceRow;
    const n = (ofField.get(`${kind} ${field}`) ?? 0) + 1;
    ofField.set(`${kind} ${field}`, n);
    difference.run(kindsInOrder.indexOf(kind), field, n, start, length, idHash(id));
  }
}

interface RejectLine {
  readonly file: string;
  readonly cause?: number;
  readonly kind: Kind;
  readonly id?: string;
  readonly row?: string;
}

interface DifferenceRow {
  readonly kind: Kind;
  readonly field: string;
  readonly id: string;
}

/** The fields of a row of JSON in the form of the service; empty for any other row. */
function fieldsOf(row: string | undefined): Readonly<Record<string, unknown>> {
  if (row === undefined || !row.startsWith('{')) return {};
  try {
    return JSON.parse(row) as Record<string, unknown>;
  } catch {
    return {};
  }
}
