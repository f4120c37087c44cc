import type { Statement } from '../store/store.ts';
import type { GroupRows } from './group.ts';

/**
 * Writes outcomes and intents of several lanes in one statement, which is one commit. `kept` are the lanes that still have
 * the writer's token, and have not been written by this statement already. Everything else is written only about these: a
 * takeover locks the same rows, so that a writer who is late comes before it and is seen, or comes after it and writes nothing.
 */
const TEXT = `
WITH change AS (
  SELECT * FROM jsonb_to_recordset($3::jsonb) AS c(
    kind text, lane int, writes bigint, announced bigint, settled bigint, requests bigint, created bigint, present bigint,
    "presentByThisJob" bigint, "presentSame" bigint, "presentDifferent" bigint, failed bigint, skipped bigint,
    unresolved bigint, at bigint)
), kept AS (
  UPDATE chatferry.lane l SET
    writes = l.writes + 1, announced = greatest(l.announced, c.announced), settled = greatest(l.settled, c.settled),
    requests = l.requests + c.requests, created = l.created + c.created, present = l.present + c.present,
    present_by_this_job = l.present_by_this_job + c."presentByThisJob", present_same = l.present_same + c."presentSame",
    present_different = l.present_different + c."presentDifferent", failed = l.failed + c.failed,
    skipped = l.skipped + c.skipped, unresolved = l.unresolved + c.unresolved, changed_at = c.at
  FROM change c
  WHERE l.job = $1 AND l.kind = c.kind AND l.lane = c.lane AND l.token = $2 AND l.writes = c.writes
  RETURNING l.kind, l.lane
), batches AS (
  INSERT INTO chatferry.batch
  SELECT $1, b.seq, kept.kind, kept.lane, b.state, b.attempts, b.marks, b.at, b.at
  FROM jsonb_to_recordset($4::jsonb) AS b(
    seq bigint, kind text, lane int, state text, attempts int, marks text, at bigint) JOIN kept USING (kind, lane)
  ON CONFLICT (job, seq) DO UPDATE SET
    state = excluded.state, attempts = excluded.attempts, marks = excluded.marks, changed_at = excluded.changed_at
), outcomes AS (
  INSERT INTO chatferry.outcome
  SELECT $1, o.seq, o.position, kept.kind, o.id, o.outcome, o.code, o.message, o.details, o.cause, o.may_have_landed,
         o.attempts, o.file, o.line
  FROM jsonb_to_recordset($5::jsonb) AS o(
    seq bigint, position int, kind text, lane int, id text, outcome text, code text, message text, details text, cause text,
    may_have_landed boolean, attempts int, file text, line bigint) JOIN kept USING (kind, lane)
  ON CONFLICT (job, seq, position) DO UPDATE SET
    outcome = excluded.outcome, code = excluded.code, message = excluded.message, details = excluded.details,
    cause = excluded.cause, may_have_landed = excluded.may_have_landed, attempts = excluded.attempts
), landed AS (
  UPDATE chatferry.outcome o SET outcome = d.outcome
  FROM jsonb_to_recordset($6::jsonb) AS d(seq bigint, position int, kind text, lane int, outcome text)
    JOIN kept USING (kind, lane)
  WHERE o.job = $1 AND o.seq = d.seq AND o.position = d.position
), troubles AS (
  INSERT INTO chatferry.trouble (job, seq, at, records, code, message)
  SELECT $1, t.seq, t.at, t.records, t.code, t.message
  FROM jsonb_to_recordset($7::jsonb) AS t(
    seq bigint, kind text, lane int, at bigint, records int, code text, message text) JOIN kept USING (kind, lane)
)
SELECT kind, lane FROM kept`;

/** @param token of the writer's */
export function groupStatement(job: number, token: string, rows: GroupRows): Statement {
  const { lanes, batches, outcomes, landed, troubles } = rows;
  const lists = [lanes, batches, outcomes, landed, troubles];
  return {
    name: 'group',
    text: TEXT,
    values: [job, token, ...lists.map((list) => JSON.stringify(list))],
  };
}
