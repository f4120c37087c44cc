import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { finishInterrupted } from '@chatferry/disk';
import type { PlanSegment } from '@chatferry/planner';
import { appComparisonStatus, type AppComparisonStatus } from './app-comparison-status.ts';
import { type CutOver, cutOverStatus } from './cut-over-status.ts';
import type { JobFolder } from './job-folder.ts';

/** Milliseconds to wait for the follower, which changes the file. */
const TIMEOUT_MS = 5000;

/** Why a changed row waits: its record needs a record that did not land, another row has its id, or too many removals would be planned. */
export const waitReasons = ['missing', 'taken-id', 'removals'] as const;

export type ReasonToWait = (typeof waitReasons)[number];

/** What a segment of a follower keeps in `positions` about its keys. Times are milliseconds since 1970. */
export interface SegmentPositions {
  /** When the rows were read. */
  readonly readAt: number;
  /** When the oldest change of the segment was found. */
  readonly rungAt: number;
  readonly keys: number;
  /** The latest position that was read. */
  readonly position: number;
}

/** How fast rows of the databases change, and how fast they are sent. */
export interface FollowPace {
  readonly changedPerMinute: number;
  readonly sentPerMinute: number;
}

/** An open transaction of a database, whose changes are seen when it ends. Times are milliseconds since 1970. */
export interface WriterStatus {
  readonly id: string;
  /** The tables that it has written. */
  readonly tables: readonly string[];
  readonly since: number;
}

/** A transaction that is open for longer than this delays what it has written. */
const LONG_MS = 60_000;

/** How far a follower is behind its databases. Times are milliseconds since 1970. */
export interface FollowStatus {
  /** Changed rows that are planned next. */
  readonly toPlan: number;
  /** Changed rows that wait. */
  readonly waiting: Readonly<Record<ReasonToWait, number>>;
  /** Records in the app whose rows are gone. */
  readonly gone: number;
  /** When the oldest unsent change was found, apart from rows that wait; undefined when all changes are sent. */
  readonly behindSince: number | undefined;
  /** Set when rows have changed faster than they were sent, in the last round. */
  readonly fallingBehind: FollowPace | undefined;
  /** When all rows of the databases were last compared with the plan. */
  readonly comparedAt: number;
  /** The oldest transaction that was open for long at the last comparison: its changes are found when it ends. */
  readonly longTransaction: Omit<WriterStatus, 'id'> | undefined;
  /** The latest comparisons with the app of what was sent. */
  readonly app: AppComparisonStatus;
  /** Absent before a cut-over has ended a round. */
  readonly cutOver: CutOver | undefined;
}

/** @param segments of the plan of the job @returns undefined for a job that does not follow */
export function followStatus(
  { followState }: JobFolder,
  segments: readonly PlanSegment[],
): FollowStatus | undefined {
  if (!existsSync(followState)) return undefined;
  finishInterrupted(followState, TIMEOUT_MS);
  using db = new DatabaseSync(followState, { readOnly: true, timeout: TIMEOUT_MS });
  // The creation of the file may have been interrupted.
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'facts'").get() === undefined)
    return undefined;
  db.exec('BEGIN');
  const fact = db.prepare('SELECT value FROM facts WHERE name = ?');
  const compared = fact.get('reconciledAt');
  if (compared === undefined) return undefined;
  const cutOver = fact.get('cutOver');
  const rung = db
    .prepare('SELECT waits, count(*) AS rows, min(rung_at) AS since FROM rung GROUP BY waits')
    .all() as unknown as readonly { waits: ReasonToWait | null; rows: number; since: number }[];
  const settled = new Set(
    db
      .prepare('SELECT no FROM settled')
      .all()
      .map(({ no }) => no),
  );
  const comparedAt = Number(compared['value']);
  const next = rung.find(({ waits }) => waits === null);
  const unsent = segments
    .filter(({ no }) => !settled.has(no))
    .map(({ positions }) => (positions as SegmentPositions | undefined)?.rungAt ?? comparedAt);
  const found = [...unsent, ...(next === undefined ? [] : [next.since])];
  const rowsThatWait = (reason: ReasonToWait): number =>
    rung.find(({ waits }) => waits === reason)?.rows ?? 0;
  return {
    toPlan: next?.rows ?? 0,
    waiting: {
      missing: rowsThatWait('missing'),
      'taken-id': rowsThatWait('taken-id'),
      removals: rowsThatWait('removals'),
    },
    gone: Number(db.prepare('SELECT count(*) AS records FROM gone').get()!['records']),
    behindSince: found.length === 0 ? undefined : Math.min(...found),
    fallingBehind: (JSON.parse(String(fact.get('fallingBehind')?.['value'] ?? 'null')) ??
      undefined) as FollowPace | undefined,
    comparedAt,
    longTransaction: longTransaction(fact.get('writers')?.['value'] as string, comparedAt),
    app: appComparisonStatus(db, segments.length),
    cutOver: cutOver && cutOverStatus(cutOver['value'] as string),
  };
}

/** @param writers in JSON; undefined when none were kept */
function longTransaction(
  writers: string | undefined,
  comparedAt: number,
): FollowStatus['longTransaction'] {
  const [oldest] = JSON.parse(writers ?? '[]') as readonly WriterStatus[];
  if (oldest === undefined || comparedAt - oldest.since < LONG_MS) return undefined;
  return { tables: oldest.tables, since: oldest.since };
}

/** The changed rows of the databases that are not in the plan; undefined for a job that does not follow. */
export function unplannedRows(status: FollowStatus | undefined): number | undefined {
  if (status === undefined) return undefined;
  return waitReasons.reduce((sum, reason) => sum + status.waiting[reason], status.toPlan);
}
