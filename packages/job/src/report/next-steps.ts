import { existsSync } from 'node:fs';
import { counted } from '@chatferry/contract';
import { leftForLater } from '@chatferry/planner';
import { attachmentHostsOf } from '../accounting/attachment-hosts.ts';
import { totalOf } from '../accounting/sums.ts';
import { isOver } from '../conclusion/job-state.ts';
import { tallyOf } from '../conclusion/job-tally.ts';
import type { HandOver } from './hand-over.ts';

/** A step that remains. */
export interface NextStep {
  readonly text: string;
  /** A function to call, or a command to type. */
  readonly by?: string;
}

/** The steps that remain, in order. */
export function nextSteps(handOver: HandOver): NextStep[] {
  const { conclusion, next } = handOver;
  if (conclusion.state === 'undoing')
    return [{ text: 'Remove the rest of what the job created:', by: next('undo') }];
  const isDone = isOver(conclusion.state);
  const toDelete =
    'When the job folder is no longer needed, delete it: it contains names and texts of people.';
  return [
    ...(isDone ? sendingMore(handOver) : sendingOn(handOver)),
    ...decidingAboutRejects(handOver),
    ...(isDone ? comparing(handOver) : []),
    ...handingOver(handOver),
    ...(isDone ? [{ text: toDelete }] : []),
  ];
}

/** While records are pending. */
function sendingOn({ account, sums, next, conclusion: { state } }: HandOver): NextStep[] {
  if (state === 'in-progress')
    return [
      { text: 'See how far it is:', by: next('status') },
      { text: 'If that process is gone, it was killed. Continue with:', by: next('run') },
    ];
  const pending = totalOf(sums, 'pending');
  if (pending === 0) return [];
  const reason = state === 'stopped' ? account.history.at(-1)?.reason : undefined;
  const fix = reason === undefined || reason.code === 'interrupted' ? '' : `${reason.fix} `;
  const text = `${fix}Send the ${counted(pending, 'record')} left, from any machine with this folder and the key:`;
  return [{ text, by: next('run') }];
}

/** When the job is over. */
function sendingMore({ facts, sums, job, next }: HandOver): NextStep[] {
  const { unplanned = 0 } = facts;
  const lost = totalOf(sums, 'failed') + totalOf(sums, 'skipped') + totalOf(sums, 'unresolved');
  const steps: NextStep[] = [];
  if (unplanned > 0)
    steps.push({
      text: `Plan and send the ${counted(unplanned, 'changed row')} of the databases, as far as nothing is missing that they need:`,
      by: next('follow'),
    });
  if (lost > 0)
    steps.push({
      text: `When the cause is fixed, send the ${counted(lost, 'record')} again that did not land. Rows that have to be repaired are in \`${job.failed}/\`; import them into a separate job folder.`,
      by: next('retry'),
    });
  return steps;
}

function decidingAboutRejects({ sums, job }: HandOver): NextStep[] {
  const wrong = totalOf(sums, 'rejected') - totalOf(sums, 'excluded');
  if (wrong <= 0) return [];
  const text = `Decide about the ${counted(wrong, 'rejected row')} in \`${job.rejects}\`: repair the ones to move, and import the export into a separate job folder, where records that have landed count as present.`;
  return [{ text }];
}

function comparing({ job, next, plan, facts, conclusion, verification }: HandOver): NextStep[] {
  const { missing, different, planned } = tallyOf(facts);
  const isReadBack = ['several-times', 'some-records', 'all'].includes(conclusion.proof);
  const left = leftForLater(plan.summary);
  const steps: NextStep[] = [];
  if (planned > 0 && (!isReadBack || verification?.unfinishedSince !== undefined))
    steps.push({
      text: 'Read the service back and compare it with the plan:',
      by: next('verify'),
    });
  if (conclusion.state === 'differs') {
    const why = `Find out why the app does not hold what was planned: whether it had these ids before, or its content was changed since. \`${job.differences}\` names every difference.`;
    const isRepairable = missing + different > 0;
    steps.push({
      text: isRepairable
        ? `${why} Where the plan is right, repair the app, then verify again. A dry run shows first what would change:`
        : `${why} Then compare again:`,
      by: next(isRepairable ? 'repair' : 'verify'),
    });
  }
  if (left > 0)
    steps.push({
      text: `Plan the export once more after this job, into another job folder: it left ${counted(left, 'row')} to a later job.`,
    });
  return steps;
}

function handingOver({ job, plan }: HandOver): NextStep[] {
  const steps: NextStep[] = [];
  if (existsSync(job.idMap))
    steps.push({
      text: `Hand \`${job.idMap}\` to those who write the login code of the app: the ids in it had to be changed.`,
    });
  if (attachmentHostsOf(plan.summary).reachable.length > 0)
    steps.push({ text: 'Keep the hosts of the attachments running: only the addresses moved.' });
  return steps;
}
