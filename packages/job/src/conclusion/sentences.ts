import { count, counted } from '@chatferry/contract';
import { stopReasonText } from '../wording/stop-reason-text.ts';
import { utcMinute } from '../wording/units.ts';
import type { JobFacts } from './job-facts.ts';
import { isOver, notMoved, type Statement } from './job-state.ts';
import type { JobTally } from './job-tally.ts';
import { readBackSentences } from './read-back-words.ts';
import { isAre, movedText, rowsText, unplannedText } from './rows-words.ts';

/** Sentences that explain the headline, name what else is not as planned, and state what was read back. */
export function sentencesOf(statement: Statement): string[] {
  const { facts, planned, proof } = statement;
  const { compared, notCompared, notShown } = readBackSentences(facts, planned, proof);
  return [
    ...explainingSentences(statement),
    ...compared,
    ...notCompared,
    ...(notShown === ''
      ? []
      : [`Not compared, because the service does not show it: ${notShown}.`]),
  ];
}

/** Sentences that explain the headline, and name what else is not as planned. */
export function explainingSentences(statement: Statement): string[] {
  const { facts, state } = statement;
  return [
    ...reasonSentences(statement),
    ...(facts.holder === undefined || state === 'in-progress' ? [] : [workText(facts.holder)]),
    ...restSentences(statement),
  ];
}

/** The sentence that explains the headline. */
function reasonSentences({ facts, tally, state }: Statement): string[] {
  const { run, undo, holder } = facts;
  const { different, missing, doubled, unresolved } = tally;
  switch (state) {
    case 'inconsistent':
      return ['This is a defect of chatferry: do not sign, and report it.'];
    case 'undone':
      return undo!.left === 0 ? [] : ['They were kept, or could not be removed.'];
    case 'undoing':
      return ['Until it is finished, nothing can be sent or compared.'];
    case 'planned':
      return ['Nothing was sent yet.'];
    case 'in-progress':
      return [`${workText(holder!)} The numbers are those so far.`];
    case 'killed':
      return [
        'The run ended without a result: it was killed, or the machine went down. What was in flight is sent again.',
      ];
    case 'stopped':
      return run.is === 'stopped' ? [`It stopped because ${stopReasonText(run.reason)}.`] : [];
    case 'unfinished':
      return ['They were marked for a retry, and were not sent since.'];
    case 'differs':
      return [
        `${count(different)} ${differ(different)}, ${count(missing)} ${isAre(missing)} missing, ${count(doubled)} ${isAre(doubled)} there more than once.`,
      ];
    case 'unresolved':
      return unresolved > 0 ? [`A retry sends ${unresolved === 1 ? 'it' : 'them'} again.`] : [];
    case 'losses':
      return notMoved(tally) > 0 ? [notMovedText(tally)] : [];
    case 'complete':
      return [];
  }
}

/** Sentences about what the headline leaves out, once the job is over. */
function restSentences({ facts, tally, state, proof }: Statement): string[] {
  if (!isOver(state)) return [];
  const { unresolved, notCompared, unchanged, leftOut, unplanned, foundLater } = tally;
  return [
    ...(state === 'differs' && unresolved > 0
      ? [`Of ${counted(unresolved, 'other record')} it is not known whether they are stored.`]
      : []),
    ...(notCompared > 0 && (state === 'differs' || unresolved > 0)
      ? [
          `Of ${counted(notCompared, 'record')} that the app held already it is not known whether they are as planned.`,
        ]
      : []),
    ...(state !== 'losses' && notMoved(tally) > 0
      ? [`${movedText(tally)} ${notMovedText(tally)}`]
      : []),
    ...(unplanned > 0 && (state !== 'losses' || notMoved(tally) > 0) ? [unplannedText(tally)] : []),
    ...(state !== 'complete' && leftOut > 0
      ? [`${counted(leftOut, 'row was', 'rows were')} left out as configured.`]
      : []),
    ...(unchanged > 0 ? [unchangedText(unchanged, facts.unplanned !== undefined)] : []),
    ...(foundLater > 0
      ? [
          `${counted(foundLater, 'record')} that failed or ${foundLater === 1 ? 'was' : 'were'} skipped ${isAre(foundLater)} in the app nevertheless.`,
        ]
      : []),
    ...(state !== 'complete' && (proof === 'nothing' || proof === 'other-app')
      ? [`These are the answers of the service: ${uncapital(rowsText(tally, facts).nothing)} yet.`]
      : []),
  ];
}

/** @param follows whether rows may have changed after they were planned as unchanged */
function unchangedText(unchanged: number, follows: boolean): string {
  const rows = counted(unchanged, 'row');
  if (!follows)
    return `${rows} landed unchanged in jobs before this one, and ${unchanged === 1 ? 'was' : 'were'} not read back.`;
  const as = unchanged === 1 ? 'was as it' : 'were as they';
  return `When planned, ${rows} ${as} had landed before: nothing was sent or read back for that.`;
}

function notMovedText({ rejected, failed, skipped, changed }: JobTally): string {
  const parts = [
    ...(rejected === 0 ? [] : [`${count(rejected)} rejected`]),
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(skipped === 0 ? [] : [`${count(skipped)} skipped`]),
    ...(changed === 0 ? [] : [`${count(changed)} landed in an earlier job with other content`]),
  ];
  return `${parts.join(', ')}.`;
}

function workText({ pid, host, since }: NonNullable<JobFacts['holder']>): string {
  return `Process ${pid} on ${host} has been at work on this job since ${utcMinute(since)} UTC.`;
}

function uncapital(text: string): string {
  return `${text[0]!.toLowerCase()}${text.slice(1)}`;
}

function differ(number: number): string {
  return number === 1 ? 'differs' : 'differ';
}
