import type { DatabaseSync } from 'node:sqlite';

/** Requests that got no good answer, of one kind of trouble. Times are milliseconds since 1970. */
export interface TroubleGroup {
  /** A code of the service, `HTTP 502`, or a code of the client. */
  readonly code: string;
  readonly requests: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Failures of requests, including requests for records that landed later; the most frequent first. */
export function troubleGroups(db: DatabaseSync, limit: number): readonly TroubleGroup[] {
  return db
    .prepare(
      `SELECT code, count(*) AS requests, min(at) AS firstAt, max(at) AS lastAt
       FROM troubles GROUP BY code ORDER BY requests DESC, code LIMIT ?`,
    )
    .all(limit) as unknown as TroubleGroup[];
}
