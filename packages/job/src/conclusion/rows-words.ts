import { count, counted } from '@chatferry/contract';
import { notMoved } from './job-state.ts';
import type { JobFacts } from './job-facts.ts';
import type { JobTally } from './job-tally.ts';
import type { RowsText } from './read-back-words.ts';

export function rowsText(
  { unchanged, leftOut, compared }: JobTally,
  { unplanned }: Pick<JobFacts, 'unplanned'>,
): RowsText {
  // A follower reads back what it has sent by itself, some time later, and that is no verification.
  const readBack = unplanned === undefined ? 'was read back' : 'was verified';
  return {
    every: unchanged === 0 ? 'every row' : 'every new or changed row',
    except: leftOut === 0 ? '' : `, except ${count(leftOut)} left out as configured`,
    nothing:
      compared === 0
        ? `Nothing ${readBack}`
        : `Nothing but ${counted(compared, 'record')} that the app held already ${readBack}`,
  };
}

export function movedText(tally: JobTally): string {
  return `${count(notMoved(tally))} of ${counted(tally.rows, 'row')} did not move.`;
}

/** A sentence about rows that changed in the followed databases and are not in the plan. */
export function unplannedText({ unplanned }: JobTally): string {
  return `${counted(unplanned, 'changed row')} of the databases ${isAre(unplanned)} not in the plan yet.`;
}

/** `is`, or `are` for another number than one. */
export function isAre(number: number): string {
  return number === 1 ? 'is' : 'are';
}
