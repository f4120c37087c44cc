import { isRehearsal } from '../../job/job-target.ts';
import { counted } from '../../printing/table.ts';
import { leftOver, totalOf } from '../../running/sums.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type Part } from '../html.ts';
import { isVerified, jobState, type JobState } from '../job-state.ts';
import { stopWords } from '../stop-words.ts';
import { codeName, time } from '../words.ts';

type Tone = 'good' | 'look' | 'bad';

/** The first thing that is read: how it stands, in a sentence or two. */
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
  'under-way': 'A run is under way',
  killed: 'The last run was killed: not everything is sent',
  stopped: 'Stopped: not everything is sent',
  unfinished: 'Not everything is sent',
  losses: 'Finished: not everything moved',
  complete: 'Finished: everything moved',
};

function toneOf(handOver: HandOver, state: JobState): Tone {
  const { sums, verification } = handOver;
  if (leftOver(sums) > 0 || verification?.complete === false) return 'bad';
  if (state === 'complete') return 'good';
  return ['killed', 'stopped'].includes(state) ? 'bad' : 'look';
}

function stateSentence({ account, holder, sums }: HandOver, state: JobState): Part {
  const last = account.history.at(-1);
  switch (state) {
    case 'not-sent':
      return 'The plan is made, and no record has left yet.';
    case 'under-way':
      return html`Process ${holder?.pid} on ${holder?.host} is at work since
      ${time(last!.startedAt)}; the numbers are those of the moment at which this page was written.
      It is written again when the run ends.`;
    case 'killed':
      return html`The run that began ${time(last!.startedAt)} ended without a word: it was killed,
      or could not write any more. Nothing is lost by that; the next run goes on from there.`;
    case 'stopped': {
      const { code, serviceCode } = last!.reason!;
      return html`The run that began ${time(last!.startedAt)} stopped because
      ${stopWords[code]}${serviceCode === undefined ? undefined : html` (${codeName(serviceCode)})`}.
      The next run goes on from there.`;
    }
    case 'unfinished':
      return 'Records were marked to be sent again, and that has not been done yet.';
    case 'losses':
      return `${lossText(sums)} did not move; why is told below.`;
    case 'complete': {
      const leftOut = totalOf(sums, 'leftOut');
      return leftOut === 0
        ? 'Every row of the export is in the service.'
        : `Every row of the export is in the service, except ${counted(leftOut, 'row')} left out as configured.`;
    }
  }
}

function lossText(sums: HandOver['sums']): string {
  const rejected = totalOf(sums, 'rejected') - totalOf(sums, 'leftOut');
  const lost = totalOf(sums, 'failed') + totalOf(sums, 'skipped');
  const unresolved = totalOf(sums, 'unresolved');
  const parts = [
    ...(rejected === 0
      ? []
      : [
          `${counted(rejected, 'row')} that could not be ${rejected === 1 ? 'a record' : 'records'}`,
        ]),
    ...(lost === 0 ? [] : [`${counted(lost, 'record')} that failed or needed one that failed`]),
    ...(unresolved === 0 ? [] : [`${counted(unresolved, 'record')} of unknown outcome`]),
  ];
  return parts.join(' and ');
}

function accountSentence({ sums }: HandOver): Part {
  const rows = totalOf(sums, 'rows');
  const over = leftOver(sums);
  if (over > 0)
    return `The sums do not add up: ${counted(over, 'row')} in no column. That is a mistake of chatferry; please report it.`;
  const open = totalOf(sums, 'pending') + totalOf(sums, 'unresolved');
  return open === 0
    ? `All ${counted(rows, 'row')} are accounted for; none is left over.`
    : `Of ${counted(rows, 'row')}, ${counted(open, 'is', 'are')} not settled yet; all others are accounted for.`;
}

function verificationSentence(handOver: HandOver): Part {
  const { verification, account } = handOver;
  if (verification === undefined)
    return account.history.length === 0
      ? undefined
      : 'The sums are what the service answered. Nobody has read it back yet to compare.';
  const at = time(Date.parse(verification.at));
  const found = verification.complete
    ? 'every planned record was there, once'
    : 'not every planned record was there, once';
  return isVerified(handOver)
    ? html`Read back from the service ${at}: ${found}.`
    : html`Read back from the service ${at}, before the latest changes: ${found}.`;
}

function rehearsalSentence({ target }: HandOver): Part {
  return target !== undefined && isRehearsal(target)
    ? 'The target is a server on this machine: this was a rehearsal.'
    : undefined;
}
