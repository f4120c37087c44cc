import { count, counted, kindsInOrder } from '@chatferry/contract';
import { isRehearsal, notCompared } from '@chatferry/runner';
import { unaccounted, totalOf } from '../../accounting/sums.ts';
import { undoText } from '../../undo-state/undo-note.ts';
import type { Verification } from '../../verifying/verification.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { isOfAnotherApp, isVerified, jobState, type JobState } from '../job-state.ts';
import { stopReasonText } from '../stop-reason-text.ts';
import { codeName, time } from '../words.ts';

type Tone = 'good' | 'look' | 'bad';

/** The top of the page: the state of the job in a few sentences. */
export function banner(handOver: HandOver): Html {
  const state = jobState(handOver);
  const sentences = [
    stateSentence(handOver, state),
    accountSentence(handOver),
    verificationSentence(handOver),
    rehearsalSentence(handOver),
  ].filter((sentence) => sentence !== undefined);
  return html`<div class="banner ${toneOf(handOver, state)}">
    <p class="state">${titles[state]}</p>
    ${sentences.map((sentence) => html`<p>${sentence}</p> `)}
  </div> `;
}

/** Also the title of the page. */
export const titles: Readonly<Record<JobState, string>> = {
  'not-sent': 'Nothing was sent yet',
  undoing: 'An undo is not finished',
  undone: 'Undone: what the job created was removed',
  'in-progress': 'A run is in progress',
  killed: 'The last run was killed: not everything is sent',
  stopped: 'Stopped: not everything is sent',
  unfinished: 'Not everything is sent',
  losses: 'Finished: not everything moved',
  differs: 'Finished, but the service does not hold what was planned',
  complete: 'Finished: everything moved',
};

function toneOf(handOver: HandOver, state: JobState): Tone {
  if (unaccounted(handOver.sums) > 0) return 'bad';
  if (state === 'complete') return 'good';
  return ['killed', 'stopped', 'differs', 'undoing'].includes(state) ? 'bad' : 'look';
}

function stateSentence({ account, holder, sums, undo }: HandOver, state: JobState): HtmlValue {
  const last = account.history.at(-1);
  switch (state) {
    case 'undoing':
    case 'undone':
      return undoText(undo!);
    case 'not-sent':
      return 'The plan is complete, and no record was sent yet.';
    case 'in-progress':
      return html`Process ${holder?.pid} on ${holder?.host} has been at work since
      ${time(last!.startedAt)}. The numbers are those at the time at which this page was written.
      The page is written again when the run ends.`;
    case 'killed':
      return html`The run that began ${time(last!.startedAt)} ended without a result: it was killed,
      or could not write any more. Nothing is lost by that; the next run continues.`;
    case 'stopped': {
      const { code, serviceCode } = last!.reason!;
      return html`The run that began ${time(last!.startedAt)} stopped ${time(last!.endedAt!)}
      because
      ${stopReasonText[code]}${serviceCode === undefined ? undefined : html` (${codeName(serviceCode)})`}.
      The next run continues.`;
    }
    case 'unfinished':
      return 'Records were marked to be sent again, and that has not been done yet.';
    case 'losses':
      return `${landedText(sums)} ${lossText(sums)} did not move; the reasons are listed below.`;
    case 'differs':
      return `${landedText(sums)} When it was read back, not all of them were there once and with the planned content.`;
    case 'complete': {
      const excluded = totalOf(sums, 'excluded');
      const unchanged = totalOf(sums, 'unchanged');
      const before =
        unchanged === 0
          ? ''
          : ` ${counted(unchanged, 'record')} landed in an earlier job, unchanged.`;
      return `${landedText(sums)}${before} ${
        excluded === 0
          ? 'Every row of the export moved.'
          : `Every row of the export moved, except ${counted(excluded, 'row')} left out as configured.`
      }`;
    }
  }
}

function landedText(sums: HandOver['sums']): string {
  const landed =
    totalOf(sums, 'created') + totalOf(sums, 'presentByThisJob') + totalOf(sums, 'presentSame');
  return `The service has taken ${counted(landed, 'record')}.`;
}

function lossText(sums: HandOver['sums']): string {
  const rejected = totalOf(sums, 'rejected') - totalOf(sums, 'excluded');
  const lost = totalOf(sums, 'failed') + totalOf(sums, 'skipped');
  const unresolved = totalOf(sums, 'unresolved');
  const changed = totalOf(sums, 'changed');
  const different = totalOf(sums, 'presentDifferent');
  const unknown = kindsInOrder.reduce((sum, kind) => sum + notCompared(sums[kind]), 0);
  const parts = [
    ...(rejected === 0
      ? []
      : [
          `${counted(rejected, 'row')} that could not be ${rejected === 1 ? 'a record' : 'records'}`,
        ]),
    ...(lost === 0 ? [] : [`${counted(lost, 'record')} that failed or needed one that failed`]),
    ...(changed === 0
      ? []
      : [`${counted(changed, 'record')} that landed in an earlier job with other content`]),
    ...(different === 0
      ? []
      : [`${counted(different, 'record')} that the app holds with other content`]),
    ...(unknown === 0
      ? []
      : [`${counted(unknown, 'record')} that the app holds already, not compared with the plan`]),
    ...(unresolved === 0 ? [] : [`${counted(unresolved, 'record')} of unknown outcome`]),
  ];
  return parts.join(' and ');
}

function accountSentence({ sums }: HandOver): HtmlValue {
  const rows = totalOf(sums, 'rows');
  const over = unaccounted(sums);
  if (over > 0)
    return `The sums do not add up: ${counted(over, 'row')} in no column. This is a defect of chatferry; please report it.`;
  const open = totalOf(sums, 'pending') + totalOf(sums, 'unresolved');
  return open === 0
    ? `All ${counted(rows, 'row')} are accounted for; none is left over.`
    : `${landedText(sums)} Of ${counted(rows, 'row')}, ${counted(open, 'is', 'are')} not settled yet; all others are accounted for.`;
}

function verificationSentence(handOver: HandOver): HtmlValue {
  const { verification, account } = handOver;
  if (verification === undefined)
    return account.history.length === 0
      ? undefined
      : 'The sums are what the service answered. They have not been verified yet.';
  const { unfinishedSince } = verification;
  if (unfinishedSince !== undefined)
    return html`A verification that began ${time(Date.parse(unfinishedSince))} has not ended, so the
    latest comparison with the service is incomplete.`;
  const at = time(Date.parse(verification.at!));
  if (isOfAnotherApp(handOver)) return html`Another app was read back ${at}, and not this one.`;
  const found = foundText(handOver.sums, verification);
  return isVerified(handOver)
    ? html`Read back from the service ${at}: ${found}.`
    : html`Read back from the service ${at}, before the latest changes: ${found}.`;
}

function foundText(sums: HandOver['sums'], { complete, kinds }: Verification): string {
  if (complete) return 'every planned record was stored, once, with the same content';
  const sum = (name: 'different' | 'missing' | 'doubled'): number =>
    kinds.reduce((total, kind) => total + kind[name], 0);
  const read = kinds.map(({ kind }) => kind).join(', ');
  const lost = totalOf(sums, 'failed') + totalOf(sums, 'skipped');
  const known = lost === 0 ? '' : `; ${count(lost)} are known not to have landed`;
  const scope = kinds.length === kindsInOrder.length ? '' : `of ${read}, `;
  return `${scope}${counted(sum('missing'), 'planned record')} missing, ${count(sum('different'))} with other content, ${count(sum('doubled'))} there more than once${known}`;
}

function rehearsalSentence({ target }: HandOver): HtmlValue {
  return target !== undefined && isRehearsal(target)
    ? 'The target is a server on this machine: this was a rehearsal.'
    : undefined;
}
