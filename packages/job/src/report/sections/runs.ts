import type { PastRun, TroubleGroup } from '@chatferry/runner';
import { counted, count } from '@chatferry/contract';
import { duration } from '../../wording/units.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { stopReasonText } from '../../wording/stop-reason-text.ts';
import { type Column, dataTable } from '../table.ts';
import { codeName, time } from '../words.ts';

/** Maximum number of runs that are shown, latest ones. */
const SHOWN = 30;

const troubleColumns: readonly Column<TroubleGroup>[] = [
  { head: 'Code', cell: ({ code }) => codeName(code) },
  { head: 'Requests', cell: ({ requests }) => requests },
  { head: 'First', cell: ({ firstAt }) => time(firstAt) },
  { head: 'Last', cell: ({ lastAt }) => time(lastAt) },
];

/** The runs of the job, and the requests that had to be repeated. */
export function runsSection({ account, holder }: HandOver): Html | undefined {
  const { history, troubles, requests } = account;
  if (history.length === 0) return undefined;
  const shown = history.slice(-SHOWN);
  // The reason for a stop is shown with its run, not among the troubles.
  const isSmooth = history.every(({ end }) => end === 'finished');
  const bad = troubles.reduce((sum, group) => sum + group.requests, 0);
  const columns: readonly Column<PastRun>[] = [
    { head: 'Run', cell: ({ number }) => number },
    { head: 'Began', cell: ({ startedAt }) => time(startedAt) },
    {
      head: 'Took',
      cell: ({ startedAt, endedAt, lastSeenAt }) =>
        `${endedAt === undefined ? 'at least ' : ''}${duration(lastSeenAt - startedAt)}`,
    },
    { head: 'Requests', cell: ({ requests: made }) => made },
    {
      head: 'How it ended',
      cell: (run) => endOf(run, run === history.at(-1) && holder !== undefined),
    },
  ];
  return html`<section>
    <h2>The runs</h2>
    ${dataTable(shown.length < history.length ? `The latest ${shown.length} of ${count(history.length)} runs` : 'Every run', columns, shown)}
    ${
      history.every(({ end }) => end !== undefined)
        ? undefined
        : html`<p class="note">
            Of a run that was killed, requests in flight are not counted, and it lasted at least
            until the last outcome that it wrote.
          </p> `
    }
    ${
      bad === 0
        ? isSmooth
          ? html`<p>Every request got a good answer.</p> `
          : undefined
        : html`<p>
              ${counted(bad, 'request')} of ${count(requests)} got no good answer; what was in them
              is sent again, in smaller parts where that is needed.
            </p>
            ${dataTable('Requests without a good answer, by code', troubleColumns, troubles)} `
    }
  </section> `;
}

function endOf({ end, reason }: PastRun, isUnderWay: boolean): HtmlValue {
  if (end === 'finished') return 'finished';
  if (end === undefined)
    return isUnderWay ? 'in progress' : 'without a result: killed, or the machine went down';
  if (reason === undefined) return 'stopped';
  return `stopped: ${stopReasonText(reason)}`;
}
