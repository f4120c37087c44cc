import type { MinuteRow, PastRun, TroubleGroup } from '@chatferry/runner';
import { counted, count } from '@chatferry/contract';
import { duration } from '../../wording/units.ts';
import { settledChart } from '../chart.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { stopReasonText } from '../../wording/stop-reason-text.ts';
import { type Column, dataTable } from '../table.ts';
import { trafficFacts } from '../traffic.ts';
import { codeName, shortTime } from '../words.ts';

/** Maximum number of runs that are shown, latest ones. */
const SHOWN = 30;

const troubleColumns: readonly Column<TroubleGroup>[] = [
  { head: 'Code', cell: ({ code }) => codeName(code) },
  { head: 'Requests', cell: ({ requests }) => requests },
  { head: 'First, UTC', cell: ({ firstAt }) => shortTime(firstAt) },
  { head: 'Last, UTC', cell: ({ lastAt }) => shortTime(lastAt) },
];

/** When the job was sent: how fast, in which runs, and the requests that had to be repeated. */
export function nightSection({
  account,
  holder,
  conclusion,
  timeZone,
}: HandOver): Html | undefined {
  const { history, troubles, requests, minutes } = account;
  const { planned } = conclusion.figures;
  if (history.length === 0) return undefined;
  const shown = history.slice(-SHOWN);
  // The reason for a stop is shown with its run, not among the troubles.
  const isSmooth = history.every(({ end }) => end === 'finished');
  const bad = troubles.reduce((sum, group) => sum + group.requests, 0);
  const columns: readonly Column<PastRun>[] = [
    { head: 'Run', cell: ({ number }) => number },
    { head: 'Began, UTC', cell: ({ startedAt }) => shortTime(startedAt) },
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
    <h2>When it was sent</h2>
    ${settledChart({ minutes, history, planned, timeZone })}
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
          ? html`<p class="note">Every request got a good answer.${paceText(minutes)}</p> `
          : html`<p class="note">${paceText(minutes)}</p> `
        : html`<p class="note">
              ${counted(bad, 'request')} of ${count(requests)} got no good answer; what was in them
              is sent again, in smaller parts where that is needed.${paceText(minutes)}
            </p>
            ${dataTable('Requests without a good answer, by code', troubleColumns, troubles)} `
    }
  </section> `;
}

function paceText(minutes: readonly MinuteRow[]): string {
  const { quota, latency } = trafficFacts(minutes);
  return [
    ...(quota === undefined
      ? []
      : [
          ` Import quota ${count(quota.perMinute)} a minute, ${quota.usedPercent} % used while the run did not wait.`,
        ]),
    ...(latency === undefined
      ? []
      : [
          ` Answers took about ${answerTime(latency.median)} (median) and ${answerTime(latency.of99)} (99 of 100).`,
        ]),
  ].join('');
}

function answerTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function endOf({ end, reason }: PastRun, isUnderWay: boolean): HtmlValue {
  if (end === 'finished') return 'finished';
  if (end === undefined)
    return isUnderWay ? 'in progress' : 'without a result: killed, or the machine went down';
  if (reason === undefined) return 'stopped';
  return `stopped: ${stopReasonText(reason)}`;
}
