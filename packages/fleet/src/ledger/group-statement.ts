import type { Statement } from '../store/store.ts';
import type { GroupRows } from './group.ts';

/**
 * Writes outcomes and intents of several lanes in one statement, which is one commit. `kept` are the lanes that still have
 * the writer's token, and that this statement has not written already. All other rows are written only about these lanes. A
 * takeover locks the same rows: a late writer either comes before the takeover and is seen, or comes after it and writes nothing.
 * The lanes may be of several jobs. The other rows refer to lanes by `n`. The answer waits for the disk, unless no row has to survive
 * a power cut of the server.
 */
const TEXT = `
WITH change AS (
  SELECT * FROM jsonb_to_recordset($1::jsonb) AS c(
    n int, job int, token uuid, kind text, lane int, writes bigint, announced bigint, "announcedAt" bigint, settled bigint,
    requests bigint, created bigint, present bigint, "presentByThisJob" bigint, "presentSame" bigint, "presentDifferent" bigint,
    failed bigint, skipped bigint, unresolved bigint, at bigint)
), kept AS (
  UPDATE chatferry.lane l SET
    writes = l.writes + 1, announced = greatest(l.announced, c.announced),
    -- The time of a batch that is announced and not settled stays.
    announced_at = CASE WHEN c."announcedAt" = 0 OR (l.announced > greatest(l.settled, c.settled) AND l.announced_at > 0) THEN l.announced_at
                        ELSE c."announcedAt" END,
    settled = greatest(l.settled, c.settled),
    requests = l.requests + c.requests, created = l.created + c.created, present = l.present + c.present,
    present_by_this_job = l.present_by_this_job + c."presentByThisJob", present_same = l.present_same + c."presentSame",
    present_different = l.present_different + c."presentDifferent", failed = l.failed + c.failed,
    skipped = l.skipped + c.skipped, unresolved = l.unresolved + c.unresolved, changed_at = c.at
  FROM change c
  WHERE l.job = c.job AND l.kind = c.kind AND l.lane = c.lane AND l.token = c.token AND l.writes = c.writes
  RETURNING c.n, l.job, l.kind, l.lane
), batches AS (
  INSERT INTO chatferry.batch
  SELECT kept.job, b.seq, kept.kind, kept.lane, b.state, b.attempts, b.marks, b."begunAt", b.at
  FROM jsonb_to_recordset($2::jsonb) AS b(n int, seq bigint, state text, attempts int, marks text, "begunAt" bigint, at bigint)
    JOIN kept USING (n)
  ON CONFLICT (job, seq) DO UPDATE SET
    state = excluded.state, attempts = excluded.attempts, marks = excluded.marks, changed_at = excluded.changed_at
), outcomes AS (
  INSERT INTO chatferry.outcome
  SELECT kept.job, o.seq, o.position, kept.kind, o.id, o.outcome, o.code, o.message, o.details, o.cause, o.may_have_landed,
         o.attempts, o.file, o.line
  FROM jsonb_to_recordset($3::jsonb) AS o(
    n int, seq bigint, position int, id text, outcome text, code text, message text, details text, cause text,
    may_have_landed boolean, attempts int, file text, line bigint) JOIN kept USING (n)
  ON CONFLICT (job, seq, position) DO UPDATE SET
    outcome = excluded.outcome, code = excluded.code, message = excluded.message, details = excluded.details,
    cause = excluded.cause, may_have_landed = excluded.may_have_landed, attempts = excluded.attempts
), landed AS (
  UPDATE chatferry.outcome o SET outcome = d.outcome
  FROM jsonb_to_recordset($4::jsonb) AS d(n int, seq bigint, position int, outcome text) JOIN kept USING (n)
  WHERE o.job = kept.job AND o.seq = d.seq AND o.position = d.position
), troubles AS (
  INSERT INTO chatferry.trouble (job, seq, at, records, code, message)
  SELECT kept.job, t.seq, t.at, t.records, t.code, t.message
  FROM jsonb_to_recordset($5::jsonb) AS t(n int, seq bigint, at bigint, records int, code text, message text)
    JOIN kept USING (n)
)
SELECT n, CASE WHEN $6 THEN set_config('synchronous_commit', 'off', true) END FROM kept`;

/** Returns `n` of each written lane. */
export function groupStatement(rows: GroupRows): Statement {
  const { outlives, lanes, batches, outcomes, landed, troubles } = rows;
  const lists = [lanes, batches, outcomes, landed, troubles].map((list) => JSON.stringify(list));
  return { name: 'group', text: TEXT, values: [...lists, outlives === 'process-end'] };
}

/** Finds lanes that a group statement has written although its answer was lost. Returns `n` of each lane. */
export function writtenBefore(lanes: GroupRows['lanes']): Statement {
  return {
    text: `SELECT c.n FROM chatferry.lane l
           JOIN jsonb_to_recordset($1::jsonb) AS c(n int, job int, token uuid, kind text, lane int, writes bigint)
             USING (job, token, kind, lane)
           WHERE l.writes = c.writes + 1`,
    values: [JSON.stringify(lanes)],
  };
}
