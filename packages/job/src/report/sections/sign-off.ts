import { counted } from '@chatferry/contract';
import { totalOf } from '../../accounting/sums.ts';
import { isOver } from '../../conclusion/job-state.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { name } from '../words.ts';

const signers = ['Carried out by', 'Checked by', 'Accepted by'];
const lines = ['Name and organisation', 'Place and date', 'Signature'];

/** A place to fill in by hand; nothing is ever filled in by the page. */
const blank: Html = html`<span class="blank"></span>`;

/** Where people sign, with boxes that repeat what is not proved. Absent while the job is not over. */
export function signOffSection(handOver: HandOver): Html | undefined {
  const { conclusion, plan, target } = handOver;
  const { state, figures } = conclusion;
  if (!isOver(state) || target === undefined) return undefined;
  return html`<section class="signoff">
    <h2>Sign-off</h2>
    <p>
      This page describes plan ${name(plan.id.slice(0, 12))}, sent to app ${name(target.appId)}. The
      service reported ${counted(figures.stored, 'record')} as
      stored${
        figures.notMoved === 0
          ? '.'
          : html`; ${counted(figures.notMoved, 'row')} did not move, and
            ${figures.notMoved === 1 ? 'is' : 'are'} listed in ${listsOf(handOver)}.`
      }
    </p>
    <ul class="checks">
      ${checks(handOver).map((check) => html`<li>${check}</li> `)}
    </ul>
    <div class="sign">
      ${signers.map(
        (signer) =>
          html`<div>
            <h3>${signer}</h3>
            ${lines.map(
              (line) =>
                html`<p></p>
                  <span>${line}</span> `,
            )}
          </div> `,
      )}
    </div>
  </section> `;
}

/** The files that list the rows that did not move. */
function listsOf({ sums, job }: HandOver): HtmlValue {
  const isRejected = totalOf(sums, 'rejected') - totalOf(sums, 'excluded') > 0;
  const isLost = totalOf(sums, 'failed') + totalOf(sums, 'skipped') > 0;
  if (isRejected && isLost) return html`${name(job.rejects)} and ${name(job.errors)}`;
  return name(isLost ? job.errors : job.rejects);
}

function checks({ conclusion, plan, facts }: HandOver): HtmlValue[] {
  const { state, proof, figures } = conclusion;
  const { notMoved, leftOut, unknown, hidden, stored } = figures;
  const isRead = proof === 'all' || proof === 'some-records';
  const hosts = plan.summary.attachmentHosts.length;
  const all: (readonly [boolean, HtmlValue])[] = [
    [facts.isRehearsal, 'This was a rehearsal: nothing was moved into the app that people use.'],
    [
      notMoved > 0,
      notMoved === 1
        ? 'The row that did not move was reviewed.'
        : `The ${counted(notMoved, 'row')} that did not move were reviewed.`,
    ],
    [
      leftOut > 0,
      leftOut === 1
        ? 'The row that was left out as configured was reviewed.'
        : `The ${counted(leftOut, 'row')} that were left out as configured were reviewed.`,
    ],
    [state === 'differs', 'The records that are not as planned are accepted as they are.'],
    [
      unknown > 0,
      `It is accepted that of ${counted(unknown, 'record')} it is not known whether the app holds ${unknown === 1 ? 'it' : 'them'}.`,
    ],
    [
      isRead && hidden > 0,
      hidden === 1
        ? 'The record that could not be read back is accepted as reported by the service.'
        : `The ${counted(hidden, 'record')} that could not be read back are accepted as reported by the service.`,
    ],
    [
      !isRead && stored > 0,
      'What was not read back, or was read back before the latest changes, is accepted as reported by the service.',
    ],
    [
      hosts > 0,
      html`The ${hosts === 1 ? 'host' : counted(hosts, 'host')} of the attachments
      ${hosts === 1 ? 'stays' : 'stay'} until ${blank}`,
    ],
    [true, html`The job folder is deleted on ${blank}`],
  ];
  return all.flatMap(([isSo, text]) => (isSo ? [text] : []));
}
