import { count, counted } from '@chatferry/contract';
import { stopReasonText } from '../wording/stop-reason-text.ts';
import { utcMinute } from '../wording/units.ts';
import type { JobFacts, UndoFacts } from './job-facts.ts';
import { type JobTally, plannedKinds, tallyOf } from './job-tally.ts';
import { currentReadBack, type Proof, proofOf } from './read-back.ts';
import { readBackSentences, readBackWords, type RowsText } from './read-back-words.ts';

/**
 * State of a job:
 * - `inconsistent`: rows have no outcome, or several
 * - `undone`: what the job created was removed
 * - `undoing`: an undo has begun to remove what the job created
 * - `planned`: nothing was sent yet
 * - `in-progress`: a process runs it
 * - `killed`: the last run ended without recording a result
 * - `stopped`: the last run had to stop, or was asked to
 * - `unfinished`: the last run finished, and a retry has marked records since
 * - `differs`: finished, and the app holds records that are not as planned, or lacks records that it accepted
 * - `unresolved`: finished, and of some records it is not known whether the app holds them, or holds them as planned
 * - `losses`: finished, and some rows did not move
 * - `complete`: finished, and the service reported every row as stored
 */
export type JobState =
  | 'inconsistent'
  | 'undone'
  | 'undoing'
  | 'planned'
  | 'in-progress'
  | 'killed'
  | 'stopped'
  | 'unfinished'
  | 'differs'
  | 'unresolved'
  | 'losses'
  | 'complete';

/** What is stated about a job. No sentence is stronger than what was proved. */
export interface Conclusion {
  readonly state: JobState;
  readonly proof: Proof;
  readonly headline: string;
  readonly sentences: readonly string[];
}

/** All statements about a job follow from here: those of the report, of `status`, of a run and of a verification. */
export function conclusionOf(facts: JobFacts): Conclusion {
  const tally = tallyOf(facts);
  const state = stateOf(facts, tally);
  const planned = plannedKinds(facts);
  const proof = proofOf(facts, planned);
  const statement = { facts, tally, state, proof, planned };
  const rehearsal = facts.isRehearsal && state !== 'inconsistent' ? 'Rehearsal. ' : '';
  return {
    state,
    proof,
    headline: `${rehearsal}${headlineOf(statement)}`,
    sentences: [
      ...reasonSentences(statement),
      ...(facts.holder === undefined || state === 'in-progress' ? [] : [workText(facts.holder)]),
      ...restSentences(statement),
      ...readBackSentences(facts, planned, proof),
    ],
  };
}

/** Whether the job is over: no run has anything left to send. */
export function isOver(state: JobState): boolean {
  return ['differs', 'unresolved', 'losses', 'complete'].includes(state);
}

interface Statement {
  readonly facts: JobFacts;
  readonly tally: JobTally;
  readonly state: JobState;
  readonly proof: Proof;
  readonly planned: ReturnType<typeof plannedKinds>;
}

function stateOf({ run, undo }: JobFacts, tally: JobTally): JobState {
  if (tally.withoutOutcome + tally.withSeveral > 0) return 'inconsistent';
  if (undo !== undefined) return undo.is === 'done' ? 'undone' : 'undoing';
  if (run.is === 'none') return 'planned';
  if (run.is !== 'finished') return run.is;
  if (tally.pending > 0) return 'unfinished';
  if (tally.different + tally.missing + tally.doubled > 0) return 'differs';
  if (tally.unresolved + tally.notCompared > 0) return 'unresolved';
  return notMoved(tally) > 0 ? 'losses' : 'complete';
}

function notMoved({ rejected, failed, skipped, changed }: JobTally): number {
  return rejected + failed + skipped + changed;
}

function headlineOf(statement: Statement): string {
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
      return `The undo is not finished: ${count(facts.undo!.removed)} of ${counted(facts.undo!.planned, 'record')} were reported as removed.`;
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
      return `Finished. ${movedText(tally)}`;
    case 'complete':
      return planned.length === 0
        ? 'Finished. There was nothing to send.'
        : `Finished. ${readBackWords(facts, planned, proof, rowsText(tally))}`;
  }
}

function rowsText({ unchanged, leftOut, compared }: JobTally): RowsText {
  return {
    every: unchanged === 0 ? 'every row' : 'every new or changed row',
    except: leftOut === 0 ? '' : `, except ${count(leftOut)} left out as configured`,
    nothing:
      compared === 0
        ? 'Nothing'
        : `Nothing but ${counted(compared, 'record')} that the app held already`,
  };
}

function movedText(tally: JobTally): string {
  return `${count(notMoved(tally))} of ${counted(tally.rows, 'row')} did not move.`;
}

/** What is stated about an undo that has ended. */
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

/** What explains the headline. */
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
      return [notMovedText(tally)];
    case 'complete':
      return [];
  }
}

/** What else is not in the headline, once the job is over. */
function restSentences({ tally, state, proof }: Statement): string[] {
  if (!isOver(state)) return [];
  const { unresolved, notCompared, unchanged, leftOut, foundLater } = tally;
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
    ...(state !== 'complete' && leftOut > 0
      ? [`${counted(leftOut, 'row was', 'rows were')} left out as configured.`]
      : []),
    ...(unchanged > 0
      ? [
          `${counted(unchanged, 'row')} landed unchanged in jobs before this one, and ${unchanged === 1 ? 'was' : 'were'} not read back.`,
        ]
      : []),
    ...(foundLater > 0
      ? [
          `${counted(foundLater, 'record')} that failed or ${foundLater === 1 ? 'was' : 'were'} skipped ${isAre(foundLater)} in the app nevertheless.`,
        ]
      : []),
    ...(state !== 'complete' && (proof === 'nothing' || proof === 'other-app')
      ? [
          `These are the answers of the service: ${uncapital(rowsText(tally).nothing)} was read back yet.`,
        ]
      : []),
  ];
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

function doneText({ run }: JobFacts): string {
  return run.is === 'in-progress' && run.endsAt !== undefined
    ? `, done about ${utcMinute(run.endsAt)} UTC`
    : '';
}

/** Rounded down: 100 % means all of it. */
function percent(part: number, whole: number): string {
  return `${whole === 0 ? 100 : Math.floor((part / whole) * 100)} %`;
}

function uncapital(text: string): string {
  return `${text[0]!.toLowerCase()}${text.slice(1)}`;
}

function isAre(number: number): string {
  return number === 1 ? 'is' : 'are';
}

function differ(number: number): string {
  return number === 1 ? 'differs' : 'differ';
}
