import type { Outcome, OutcomeCounts } from '../terms/outcome.ts';
import { none } from '../terms/outcome-counts.ts';

/**
 * What the ledger knows of one record, as one letter:
 * - `.` not sent, `r` to be sent again although it may have landed, `u` sent with unknown outcome
 * - `c` created: an answer reports it
 * - `p` present, stored by no request of this job, and not compared yet; `e` the same, compared: the content is as planned
 * - `m` present, perhaps stored by a request of this job, and not compared yet; `o` the same, compared and proved to be stored by this
 *   job; `q` the same, compared: the content is as planned, without proof of who stored it
 * - `d` present with other content
 * - `f` failed, `s` skipped
 */
export type Mark = '.' | 'u' | 'c' | 'p' | 'e' | 'd' | 'm' | 'o' | 'q' | 'f' | 's' | 'r';

/** Whether a batch has records to send. Records with unknown outcome are sent again only in an open batch. */
export type BatchState = 'open' | 'settled';

const outcomes: Readonly<Record<Mark, Outcome | undefined>> = {
  '.': undefined,
  u: 'unresolved',
  c: 'created',
  p: 'present',
  e: 'present',
  d: 'present',
  m: 'present',
  o: 'present',
  q: 'present',
  f: 'failed',
  s: 'skipped',
  r: undefined,
};

export function outcomeOf(mark: Mark): Outcome | undefined {
  return outcomes[mark];
}

/** The mark of a record that the service reports as existing. @param mayHaveLanded whether an earlier request may have stored it */
export function presentMark(mayHaveLanded: boolean): Mark {
  return mayHaveLanded ? 'm' : 'p';
}

/** Whether a request of the job may have stored a record that has landed. */
export function mayBeOwn(mark: Mark): boolean {
  return mark === 'c' || mark === 'm' || mark === 'o' || mark === 'q';
}

/** Whether a record is to be sent. A record with unknown outcome is sent again as long as its batch is open. */
export function isPending(mark: Mark, state: BatchState): boolean {
  return outcomes[mark] === undefined || (mark === 'u' && state === 'open');
}

/** Whether the service holds the record, as far as the ledger knows. */
export function isLanded(mark: Mark): boolean {
  const outcome = outcomes[mark];
  return outcome === 'created' || outcome === 'present';
}

/** Counts the records of a batch. As long as it is open, records with unknown outcome are not settled. */
export function countMarks(marks: ArrayLike<string>, state: BatchState): OutcomeCounts {
  const counts = { ...none };
  for (let position = 0; position < marks.length; position++) {
    const mark = marks[position] as Mark;
    if (isPending(mark, state)) continue;
    counts[outcomes[mark]!]++;
    if (mark === 'o') counts.presentByThisJob++;
    else if (mark === 'e' || mark === 'q') counts.presentSame++;
    else if (mark === 'd') counts.presentDifferent++;
  }
  return counts;
}

/** Positions of the records with one of these marks, ascending. */
export function positionsOf(marks: readonly Mark[], ...wanted: readonly Mark[]): number[] {
  const positions: number[] = [];
  for (let position = 0; position < marks.length; position++)
    if (wanted.includes(marks[position]!)) positions.push(position);
  return positions;
}
