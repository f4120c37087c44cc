import { count, counted, type Kind, kinds, kindsInOrder } from '@chatferry/contract';
import type { ProblemRoot } from '@chatferry/planner';
import { attachmentHostsOf } from '../../accounting/attachment-hosts.ts';
import type { Sum } from '../../accounting/sums.ts';
import { tallyOf } from '../../conclusion/job-tally.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { clipped, name, share } from '../words.ts';

const SHOWN_HOSTS = 5;
/** A cause is named if it explains at least one in this many lost rows. */
const LARGE = 4;
/** With fewer rows, a share is meaningless. */
const ENOUGH_ROWS = 100;

/** What the people in the app will not find there: the page's answer to the manager who signs. */
export function missedSection(handOver: HandOver): Html | undefined {
  const { facts } = handOver;
  if (facts.undo !== undefined) return undefined;
  const lines = [...lostKinds(handOver), ...otherLosses(handOver)];
  return html`<section>
    <h2>What people will miss</h2>
    ${
      lines.length === 0
        ? html`<p>
            No row was rejected, failed or skipped, and the configuration leaves none out.
          </p> `
        : html`<ul>
            ${lines.map((line) => html`<li>${line}</li> `)}
          </ul> `
    }
  </section> `;
}

function lostKinds({ plan, sums, conclusion }: HandOver): HtmlValue[] {
  const roots = plan.problemRoots().filter(({ severity }) => severity === 'reject');
  const verb = conclusion.state === 'planned' ? 'cannot move' : 'did not move';
  return kindsInOrder.flatMap((kind) => {
    const sum = sums[kind];
    const lost = lostOf(sum);
    if (lost === 0) return [];
    const percent = sum.rows < ENOUGH_ROWS ? undefined : ` (${share(lost, sum.rows, 'lacking')})`;
    return [
      html`<b>${count(lost)} of ${counted(sum.rows, ...kinds[kind].nouns)}</b>${percent}
        ${verb}${causeText(kind, sum, roots)}`,
    ];
  });
}

function lostOf({ rejected, excluded, failed, skipped, changed }: Sum): number {
  return rejected - excluded + failed + skipped + changed;
}

/** Why most lost rows did not move. */
function causeText(kind: Kind, sum: Sum, roots: readonly ProblemRoot[]): HtmlValue {
  const [largest] = roots
    .map((root) => ({ root, rows: root.rows[kind] + root.fallen[kind] }))
    .toSorted((a, b) => b.rows - a.rows);
  const unsent = sum.failed + sum.skipped;
  if (largest === undefined || largest.rows === 0 || unsent > largest.rows)
    return unsent === 0 ? '.' : `. ${unsentText(sum)}.`;
  const { root, rows } = largest;
  const lost = lostOf(sum);
  if (rows * LARGE < lost) return '.';
  const about = clipped(root.text.replace(/: [^:]*$/, ''));
  if (lost === 1) return `: ${uncapital(about)}.`;
  return `. ${rows === lost ? 'All of them' : `${count(rows)} of them`}: ${uncapital(about)}.`;
}

function unsentText({ failed, skipped }: Sum): string {
  const parts = [
    ...(failed === 0 ? [] : [`${count(failed)} failed`]),
    ...(skipped === 0 ? [] : [`${count(skipped)} ${skipped === 1 ? 'was' : 'were'} skipped`]),
  ];
  return parts.join(', ');
}

/** Names of fields stay as they are. */
function uncapital(text: string): string {
  return text.replace(/^The /, 'the ');
}

function otherLosses({ plan, sums, account, conclusion, job, facts }: HandOver): HtmlValue[] {
  const { missing } = tallyOf(facts);
  const { summary } = plan;
  const { reachable, unreachable } = attachmentHostsOf(summary);
  const { leftOut } = conclusion.figures;
  const notCarried = summary.exports
    .flatMap((each) => each.notCarried)
    .reduce((sum, each) => sum + each.count, 0);
  const replies = sums.replies.rows - sums.replies.rejected;
  const lines: (readonly [number, HtmlValue])[] = [
    [
      missing,
      html`<b>${counted(missing, 'record')}</b> that the service reported as stored, and does not
        hold.`,
    ],
    [leftOut, html`<b>${counted(leftOut, 'row')}</b> left out as configured.`],
    [
      notCarried,
      html`<b>${counted(notCarried, 'record')}</b> of the export that the service has no place for:
        ${name(job.notCarried)}.`,
    ],
    [
      summary.droppedFields,
      html`<b>${counted(summary.droppedFields, 'optional value')}</b> that the service would refuse:
        ${name(job.dropped)}.`,
    ],
    [
      summary.unread.length,
      html`<b>${counted(summary.unread.length, 'column or list', 'columns and lists')}</b> of the
        export that nothing reads: see “Where it came from”.`,
    ],
    [
      account.sentByChat.has('messages') ? sums.messages.created : 0,
      html`<b>The dates of ${counted(sums.messages.created, 'message')}</b>: they were sent live,
        with the time of sending.`,
    ],
    [
      replies,
      html`<b>The dates of ${counted(replies, 'reply', 'replies')}</b>, which are sent live.`,
    ],
    [
      reachable.length,
      html`<b>${counted(attachments(reachable), 'attachment')}</b> still
        ${attachments(reachable) === 1 ? 'comes' : 'come'} from ${hostNames(reachable)}. When
        ${reachable.length === 1 ? 'this host is' : 'these hosts are'} switched off, they are gone.`,
    ],
    [
      unreachable.length,
      html`<b>${counted(attachments(unreachable), 'attachment')}</b> of ${hostNames(unreachable)}:
        the files need a signature, which the plan leaves out.`,
    ],
  ];
  return lines.flatMap(([number, line]) => (number > 0 ? [line] : []));
}

function hostNames(hosts: readonly { readonly host: string }[]): HtmlValue {
  const shown = hosts.slice(0, SHOWN_HOSTS);
  const more = hosts.length - shown.length;
  return [
    ...shown.map(({ host }, index) => [index === 0 ? '' : ', ', name(host)]),
    more === 0 ? '' : ` and ${counted(more, 'more host')}`,
  ];
}

function attachments(hosts: readonly { readonly attachments: number }[]): number {
  return hosts.reduce((sum, each) => sum + each.attachments, 0);
}
