import type { MediaLedger } from '../folder/media-ledger.ts';
import type { Cause } from '../terms/cause.ts';

/** The state of a folder for the files that records name. */
export interface CopyTotals {
  /** Files that records name, each counted once. */
  readonly files: number;
  readonly copied: number;
  /** The number of copies. Files with the same content share a copy. */
  readonly copies: number;
  readonly bytes: number;
  /** Files that were not tried yet. */
  readonly pending: number;
  /** Files that could not be copied, the largest group first. */
  readonly failed: readonly FailedFiles[];
}

export interface FailedFiles {
  readonly cause: Cause;
  /** Empty for files of the export. */
  readonly host: string;
  readonly files: number;
  /** The detail of one of these files; it contains no address. */
  readonly detail: string;
}

const MOST_GROUPS = 100;

export function totalsOf(ledger: MediaLedger): CopyTotals {
  const [sums] = ledger.all<Omit<CopyTotals, 'failed' | 'bytes' | 'copies'>>(`
    SELECT count(*) AS files, count(*) FILTER (WHERE state = 'copied') AS copied,
      count(*) FILTER (WHERE state = 'pending') AS pending FROM files`);
  const [content] = ledger.all<Pick<CopyTotals, 'copies' | 'bytes'>>(`
    SELECT count(*) AS copies, coalesce(sum(bytes), 0) AS bytes
    FROM (SELECT DISTINCT sha256, bytes FROM files WHERE state = 'copied')`);
  const failed = ledger.all<FailedFiles>(`
    SELECT cause, host, count(*) AS files, min(detail) AS detail FROM files WHERE state = 'failed'
    GROUP BY cause, host ORDER BY count(*) DESC, cause, host LIMIT ${MOST_GROUPS}`);
  return { ...sums!, ...content!, failed };
}
