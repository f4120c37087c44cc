import { DatabaseSync } from 'node:sqlite';
import type { Kind } from '@chatferry/contract';
import { sqliteCode, sqliteCodes, transaction } from '@chatferry/disk';
import { checksumOf } from '../plan/batch-checksum.ts';
import { checksumOfDetails, DETAILS_CHECKSUM } from '../plan/details-checksum.ts';
import { openPlan } from '../plan/open-plan.ts';
import { MADE_INPUT } from '../plan/plan-schema.ts';
import type { CompanionFile } from '../plan/provenance.ts';
import { asPlanError } from '../plan/read-error.ts';
import type { BatchRow } from '../plan/stored-batch.ts';
import { chainedId, readSegments } from '../plan/plan-segment.ts';
import { segmentSummary } from '../plan/sum-summaries.ts';

/** How long to wait for processes that read the plan. */
const TIMEOUT_MS = 10_000;

/** A segment to append to a plan. */
export interface NewSegment {
  /** The path of the plan that grows. */
  readonly path: string;
  /** The id that the plan must have, which is the id of its last segment. */
  readonly after: string;
  /** The path of a complete plan whose batches and answers are copied. */
  readonly segment: string;
  /** How far the sources were read, as JSON. */
  readonly positions: unknown;
  /** The path of another database that changes in the same transaction. */
  readonly state: string;
  /** Changes the tables of the other database, which are in the schema `state`. */
  readonly change: (db: DatabaseSync, added: AddedSegment) => void;
  /** Completes the files that belong to the plan. @param causes number of causes before the segment, whose own numbers continue from there */
  readonly writeFiles: (causes: number) => readonly CompanionFile[];
}

/** The position of a segment in its plan. */
export interface AddedSegment {
  readonly no: number;
  readonly id: string;
  readonly first: number;
  readonly last: number;
}

/**
 * Appends a segment to a plan, and changes another database in the same transaction: after a crash, either both changes have happened or
 * neither. Neither database may have a write-ahead log. The earlier content of the plan stays unchanged.
 *
 * @throws {PlanError} when a file cannot be read or written
 * @throws {RangeError} when the plan's id is not `after`
 * @throws errors of `change` and `writeFiles`; nothing is changed then
 */
export function appendSegment(segment: NewSegment): AddedSegment {
  const { path } = segment;
  const content = contentOf(segment.segment);
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: TIMEOUT_MS });
    db.exec('PRAGMA synchronous = FULL');
    db.prepare('ATTACH ? AS segment').run(segment.segment);
    db.prepare('ATTACH ? AS state').run(segment.state);
    const open = db;
    return transaction(open, () => append(open, segment, content));
  } catch (error) {
    const code = sqliteCode(error);
    // A busy database is not a fault of the plan: another process reads it.
    throw code === undefined || code === sqliteCodes.busy ? error : asPlanError(error, path);
  } finally {
    db?.close();
  }
}

type Content = ReturnType<typeof contentOf>;

/** Reads a plan that becomes a segment, and checks that it is sound. */
function contentOf(path: string): { readonly summary: string; readonly hash: string } {
  using plan = openPlan(path);
  return { summary: JSON.stringify(segmentSummary(plan.summary)), hash: plan.id };
}

function append(
  db: DatabaseSync,
  { after, positions, change, writeFiles }: NewSegment,
  { summary, hash }: Content,
): AddedSegment {
  const before = readSegments(db).segments.at(-1)!;
  if (before.id !== after)
    throw new RangeError(`the plan ends with segment ${before.id}, not ${after}`);
  const number = (sql: string): number => Object.values(db.prepare(sql).get()!)[0] as number;
  const batches = number('SELECT count(*) FROM segment.batches');
  const causes = number('SELECT coalesce(max(cause), 0) FROM main.causes');
  const added = {
    no: before.no + 1,
    id: chainedId(after, hash),
    first: before.last + 1,
    last: before.last + batches,
  };
  copyBatches(db, before.last);
  db.prepare(
    'INSERT INTO main.causes SELECT cause + ?, code, severity, field, root, rows, example FROM segment.causes',
  ).run(causes);
  db.prepare(
    'INSERT INTO main.cause_rows SELECT cause + ?, kind, rows, firsts FROM segment.cause_rows',
  ).run(causes);
  for (const table of ['made_records', 'id_map', 'own_ids'])
    db.exec(`INSERT OR REPLACE INTO main.${table} SELECT * FROM segment.${table}`);
  db.prepare('INSERT INTO main.segments VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    added.no,
    added.first,
    added.last,
    added.id,
    after,
    summary,
    JSON.stringify(positions),
  );
  const set = db.prepare('UPDATE main.plan SET value = ? WHERE key = ?');
  set.run(JSON.stringify(writeFiles(causes)), 'files');
  set.run(checksumOfDetails(db), DETAILS_CHECKSUM);
  change(db, added);
  return added;
}

/** Copies the batches with the next numbers. Their origins are converted to the plan's input numbers. */
function copyBatches(db: DatabaseSync, last: number): void {
  const inputs = inputNumbers(db);
  const insert = db.prepare('INSERT INTO main.batches VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const rows = db
    .prepare('SELECT * FROM segment.batches ORDER BY seq')
    .iterate() as Iterable<unknown> as Iterable<BatchRow>;
  for (const { kind, lane, records, ends, body, ...row } of rows) {
    const seq = row.seq + last;
    const numbers = JSON.parse(row.origins) as number[];
    const origins = JSON.stringify(
      numbers.map((number, index) => (index % 2 === 0 ? inputs.get(number)! : number)),
    );
    const checksum = checksumOf({ seq, kind, lane, records, ends, origins, body });
    insert.run(seq, kind, lane, records, ends, origins, checksum, body);
  }
}

/** For each input of the segment, its number in the plan. */
function inputNumbers(db: DatabaseSync): ReadonlyMap<number, number> {
  const find = db.prepare('SELECT no FROM main.inputs WHERE file = ? AND kind = ? AND no > 0');
  const insert = db.prepare(
    'INSERT INTO main.inputs SELECT max(no) + 1, ?, ?, NULL, NULL, NULL, NULL FROM main.inputs',
  );
  const rows = db.prepare('SELECT no, file, kind FROM segment.inputs').all() as unknown as {
    no: number;
    file: string;
    kind: Kind;
  }[];
  return new Map(
    rows.map(({ no, file, kind }) => {
      if (no === MADE_INPUT) return [no, MADE_INPUT];
      const known = find.get(file, kind)?.['no'] as number | undefined;
      return [no, known ?? Number(insert.run(file, kind).lastInsertRowid)];
    }),
  );
}
