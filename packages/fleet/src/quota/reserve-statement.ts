/**
 * Takes slots of several quotas, with at most one question for each quota. The statement may have waited for the lock of a row, so
 * `clock_timestamp()` is the time, and not `now()`. All workers lock the rows in the same order, so that no deadlock is possible.
 * The spent share of the rate is the share of `quotaGapMs`. A rate below 0 means no limit, and the row then stays as it is.
 * Nothing is granted to a holder that has lost the lanes, nor while the job is paused, while the service has asked to wait, or while
 * the server may have an old copy of the row. The answer contains the reasons.
 *
 * $1 a list of: n, job, kind, lane, token, the rate that the run asks for, app, scope, slots
 */
export const RESERVE: string = `
WITH mine AS MATERIALIZED (
  SELECT a.*, j.paused, j.state = 'running' AS running, coalesce(j.per_minute, a.asked) AS rate,
         EXISTS (SELECT 1 FROM chatferry.lane l
                 WHERE l.job = a.job AND l.kind = a.kind AND l.lane = a.lane AND l.token = a.token) AS held
  FROM jsonb_to_recordset($1::jsonb) AS a(
    n int, job int, kind text, lane int, token uuid, asked float8, app text, scope text, slots int)
  JOIN chatferry.job j ON j.id = a.job
), locked AS MATERIALIZED (
  SELECT m.*, 60000 / (m.rate * 0.99) * interval '1 ms' AS gap FROM mine m JOIN chatferry.quota q USING (app, scope)
  WHERE m.held AND m.running AND NOT m.paused AND m.rate > 0
  ORDER BY app, scope FOR UPDATE OF q
), granted AS (
  UPDATE chatferry.quota q
  SET next_at = greatest(q.next_at, clock_timestamp() - interval '100 ms') + m.slots * m.gap
  FROM locked m
  WHERE q.app = m.app AND q.scope = m.scope AND q.hold_until <= clock_timestamp()
    AND q.server_started = pg_postmaster_start_time() AND q.next_at < clock_timestamp() + interval '1 s'
  RETURNING m.n, extract(epoch FROM q.next_at - m.slots * m.gap - clock_timestamp()) * 1000 AS wait
), answer AS (
  SELECT m.*, extract(epoch FROM q.next_at - clock_timestamp()) * 1000 AS next,
         extract(epoch FROM q.hold_until - clock_timestamp()) * 1000 AS hold,
         coalesce(q.server_started <> pg_postmaster_start_time(), true) AS restarted
  FROM mine m LEFT JOIN chatferry.quota q USING (app, scope)
)
SELECT n, held, running, paused, rate, next::float8, hold::float8, restarted,
       CASE WHEN rate >= 0 THEN wait WHEN held AND running AND NOT paused AND NOT restarted AND hold <= 0 THEN 0 END::float8 AS wait
FROM answer LEFT JOIN granted USING (n)`;

/**
 * Creates the row of a quota, or takes it over after the server was restarted or promoted. The earlier server may have granted slots
 * that this row does not show, so a minute passes before the next slot. $1 a list of: app, scope
 */
export const RENEW = `
INSERT INTO chatferry.quota AS q (app, scope, next_at, hold_until, server_started)
SELECT app, scope, clock_timestamp(), clock_timestamp(), pg_postmaster_start_time()
FROM jsonb_to_recordset($1::jsonb) AS a(app text, scope text)
ORDER BY app, scope
ON CONFLICT (app, scope) DO UPDATE
SET hold_until = greatest(q.hold_until, clock_timestamp() + interval '1 min'), server_started = excluded.server_started
WHERE q.server_started <> excluded.server_started`;

/** The service has asked to wait: nothing leaves for any quota of the app. $1 app, $2 milliseconds */
export const HOLD = `
WITH locked AS MATERIALIZED (SELECT app, scope FROM chatferry.quota WHERE app = $1 ORDER BY scope FOR UPDATE)
UPDATE chatferry.quota q SET hold_until = greatest(q.hold_until, clock_timestamp() + $2::float8 * interval '1 ms')
FROM locked WHERE q.app = locked.app AND q.scope = locked.scope`;
