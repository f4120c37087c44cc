import { count, counted } from '@chatferry/contract';
import { utcMinute } from '../wording/units.ts';
import type { JobFacts, UndoFacts } from './job-facts.ts';
import { notMoved, type Statement } from './job-state.ts';
import { currentReadBack } from './read-back.ts';
import { readBackWords } from './read-back-words.ts';
import { isAre, movedText, rowsText, unplannedText } from './rows-words.ts';

/** The state of a job in one line. */
export function headlineOf(statement: Statement): string {
  const { facts, tally, state, proof, planned } = statement;
  const { rows, pending, different, missing, doubled, unresolved, notCompared } = tally;
  switch (state) {
    case 'inconsistent':
      return `These numbers do not add up: ${[
        ...(tally.withoutOutcome === 0
          ? []
          : [counted(tally.withoutOutcome, 'row has no outcome', 'rows have no outcome')]),
        ...(tally.withSeveral === 0
          ? []
          : [counted(tally.withSeveral, 'outcome has no row', 'outcomes have no row')]),
      ].join(', ')}.`;
    case 'undone':
      return undoneHeadline(statement);
    case 'undoing':
      return `The undo is not finished: ${count(facts.undo!.removed)} of ${counted(facts.undo!.planned, 'record')} ${facts.undo!.removed === 1 ? 'was' : 'were'} reported as removed.`;
    case 'planned':
      return `Planned. ${count(tally.planned)} of ${counted(rows, 'row')} can be sent.`;
    case 'in-progress':
      return `${percent(tally.planned - pending, tally.planned)} settled${doneText(facts)}.`;
    case 'killed':
    case 'stopped':
      return pending === 0
        ? 'Stopped. Every record has an outcome, but the run did not end.'
        : `Stopped. ${count(pending)} of ${counted(tally.planned, 'record')} ${isAre(pending)} not sent yet.`;
    case 'unfinished':
      return `Not finished. ${count(pending)} of ${counted(tally.planned, 'record')} ${isAre(pending)} to be sent again.`;
    case 'differs': {
      const wrong = different + missing + doubled;
      return `Finished, but ${counted(wrong, 'record in the app is', 'records in the app are')} not as planned.`;
    }
    case 'unresolved':
      return unresolved > 0
        ? `Finished, but of ${counted(unresolved, 'record')} it is not known whether ${unresolved === 1 ? 'it is' : 'they are'} stored.`
        : `Finished, but of ${counted(notCompared, 'record')} that the app held already it is not known whether ${notCompared === 1 ? 'it is' : 'they are'} as planned.`;
    case 'losses':
      return `Finished. ${notMoved(tally) > 0 ? movedText(tally) : unplannedText(tally)}`;
    case 'complete':
      return planned.length === 0
        ? 'Finished. There was nothing to send.'
        : `Finished. ${readBackWords(facts, planned, proof, rowsText(tally, facts))}`;
  }
}

/** The statement about an undo that has ended. */
export function undoneText({ removed, left }: Pick<UndoFacts, 'removed' | 'left'>): string {
  return left > 0
    ? `Undone in part. ${counted(removed, 'record was', 'records were')} reported as removed, ${count(left)} ${isAre(left)} left.`
    : 'Undone. What this job created was reported as removed. 0 records are left.';
}

function undoneHeadline({ facts, planned, proof }: Statement): string {
  const undo = facts.undo!;
  const holds = planned.some((kind) => {
    const found = currentReadBack(facts, kind);
    return found === undefined || found.missing < found.planned;
  });
  return undo.left === 0 && proof === 'all' && !holds
    ? 'Undone. What this job created was removed. 0 records are left.'
    : undoneText(undo);
}

function doneText({ run }: JobFacts): string {
  return run.is === 'in-progress' && run.endsAt !== undefined
    ? `, done about ${utcMinute(run.endsAt)} UTC`
    : '';
}

/** Rounded down: 100 % means everything. */
function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`;
}
