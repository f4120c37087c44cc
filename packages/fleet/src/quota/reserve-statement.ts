/** Milliseconds between two requests at the rate `m.rate`; the share that is spent is that of `quotaGapMs`. */
const GAP = 'CASE WHEN m.rate > 0 THEN 60000 / (m.rate * 0.99) ELSE 0 END';

/**
 * Takes slots of a quota. The lock of the row may have been waited for, so `clock_timestamp()` and not `now()` is the time.
 * Nothing is granted to who has lost the lanes, and while the job is paused, the service has asked to wait, or the server may
 * have an old copy of the row. The reasons come with the answer.
 *
 * $1 job, $2 kind, $3 lane, $4 token, $5 the rate that the run asks for, $6 app, $7 scope, $8 slots
 */
export const RESERVE: string = `
WITH mine AS MATERIALIZED (
  SELECT j.paused, j.state = 'running' AS running, coalesce(j.per_minute, $5::float8) AS rate,
         EXISTS (SELECT 1 FROM chatferry.lane l
                 WHERE l.job = $1 AND l.kind = $2 AND l.lane = $3 AND l.token = $4::uuid) AS held
  FROM chatferry.job j WHERE j.id = $1
), granted AS (
  UPDATE chatferry.quota q
  SET next_at = greatest(q.next_at, clock_timestamp() - interval '100 ms') + $8::int * m.gap * interval '1 ms'
  FROM (SELECT m.*, ${GAP} AS gap FROM mine m WHERE m.held AND m.running AND NOT m.paused AND m.rate <> 0) m
  WHERE q.app = $6 AND q.scope = $7 AND q.hold_until <= clock_timestamp()
    AND q.server_started = pg_postmaster_start_time()
    AND (m.rate < 0 OR q.next_at < clock_timestamp() + interval '1 s')
  RETURNING CASE WHEN m.rate < 0 THEN 0 ELSE extract(epoch FROM
    q.next_at - $8::int * m.gap * interval '1 ms' - clock_timestamp()) * 1000 END AS wait
)
SELECT m.held, m.running, m.paused, m.rate, granted.wait::float8 AS wait,
       (extract(epoch FROM q.next_at - clock_timestamp()) * 1000)::float8 AS next,
       (extract(epoch FROM q.hold_until - clock_timestamp()) * 1000)::float8 AS hold,
       coalesce(q.server_started <> pg_postmaster_start_time(), true) AS restarted
FROM mine m
  LEFT JOIN chatferry.quota q ON q.app = $6 AND q.scope = $7
  LEFT JOIN granted ON true`;

/**
 * Creates the row of a quota, or takes it over from a server that was restarted or promoted. That one may have granted slots
 * that this row does not show, so a minute passes before the next one. $1 app, $2 scope
 */
export const RENEW = `
INSERT INTO chatferry.quota AS q (app, scope, next_at, hold_until, server_started)
VALUES ($1, $2, clock_timestamp(), clock_timestamp(), pg_postmaster_start_time())
ON CONFLICT (app, scope) DO UPDATE
SET hold_until = greatest(q.hold_until, clock_timestamp() + interval '1 min'), server_started = excluded.server_started
WHERE q.server_started <> excluded.server_started`;

/** The service has asked to wait: nothing leaves for any quota of the app. $1 app, $2 milliseconds */
export const HOLD = `
UPDATE chatferry.quota SET hold_until = greatest(hold_until, clock_timestamp() + $2::float8 * interval '1 ms')
WHERE app = $1`;
