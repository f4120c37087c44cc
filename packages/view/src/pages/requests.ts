import { count, counted } from '@chatferry/contract';
import {
  codeName,
  duration,
  html,
  type Html,
  localMinute,
  settledChart,
  stopReasonText,
  trafficFacts,
} from '@chatferry/job/viewing';
import type { JobAccount } from '@chatferry/runner';
import type { Answer } from '../serving/server.ts';
import type { Page } from './layout.ts';
import { answerChart, minuteChart } from './minute-charts.ts';
import { jobNow } from './job-now.ts';
import type { PageContext } from './page-context.ts';
import { spreadsheet } from './spreadsheet.ts';

const MINUTE_MS = 60_000;

export function requestsPage(context: PageContext): Page {
  const { timeZone } = context;
  const { account, conclusion } = jobNow(context);
  const { minutes, history, troubles, requests } = account;
  if (history.length === 0)
    return { title: 'No request was made yet', body: html`<h1>No request was made yet</h1>` };
  const bad = troubles.reduce((sum, group) => sum + group.requests, 0);
  const { quota, latency, again } = trafficFacts(minutes);
  const { planned } = conclusion.figures;
  const settled = settledChart({ minutes, history, planned, timeZone });
  const title = `${counted(requests, 'request')} in ${counted(history.length, 'run')}`;
  const body = html`<h1>${title}</h1>
    <p class="lead">
      ${bad === 0 ? 'Every request got a good answer.' : `${count(bad)} got no good answer${again === 0 ? '' : `, and ${count(again)} ${again === 1 ? 'was' : 'were'} sent again`}.`}
      ${latency === undefined ? undefined : `Answers took about ${count(Math.round(latency.median))} ms (median) and ${count(Math.round(latency.of99))} ms (99 of 100).`}
      ${quota === undefined ? undefined : `Import quota ${count(quota.perMinute)} a minute, ${quota.usedPercent} % used while the run did not wait.`}
      Times are those of ${timeZone}.
    </p>
    <h2>Requests by minute</h2>
    <p>
      <a class="button" href="${context.link(['requests.csv'])}">Download CSV for a spreadsheet</a>
    </p>
    ${minuteChart(minutes, timeZone)} ${answerChart(minutes, timeZone)}
    ${settled === undefined ? undefined : html`<h2>Records settled</h2>`} ${settled}
    <h2>The runs</h2>
    ${runTable(history, timeZone)}
    ${troubles.length === 0 ? undefined : troubleSection(troubles, timeZone)}`;
  return { title, body };
}

function runTable(history: JobAccount['history'], timeZone: string): Html {
  return html`<div class="wide stacked" tabindex="0" role="region" aria-label="Runs">
    <table>
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Began</th>
          <th scope="col">Took</th>
          <th scope="col" class="number">Requests</th>
          <th scope="col">How it ended</th>
        </tr>
      </thead>
      <tbody>
        ${history
          .slice(-50)
          .toReversed()
          .map(
            (run) =>
              html`<tr>
                <th scope="row" data-head="Run">${run.number}</th>
                <td data-head="Began">${localMinute(run.startedAt, timeZone)}</td>
                <td data-head="Took">
                  ${run.endedAt === undefined ? 'at least ' : ''}${duration(run.lastSeenAt - run.startedAt)}
                </td>
                <td class="number" data-head="Requests">${count(run.requests)}</td>
                <td data-head="How it ended">
                  ${run.end ?? 'in progress, or killed'}${run.reason === undefined ? '' : `: ${stopReasonText(run.reason)}`}
                </td>
              </tr> `,
          )}
      </tbody>
    </table>
  </div>`;
}

function troubleSection(troubles: JobAccount['troubles'], timeZone: string): Html {
  return html`<h2>Requests without a good answer</h2>
    <div class="wide stacked" tabindex="0" role="region" aria-label="Troubles">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col" class="number">Requests</th>
            <th scope="col">First</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          ${troubles.map(
            ({ code, requests, firstAt, lastAt }) =>
              html`<tr>
                <th scope="row">${codeName(code)}</th>
                <td class="number" data-head="Requests">${count(requests)}</td>
                <td data-head="First">${localMinute(firstAt, timeZone)}</td>
                <td data-head="Last">${localMinute(lastAt, timeZone)}</td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div> `;
}

/** What was done in each minute, for a spreadsheet. */
export function requestsCsv(context: PageContext): Answer {
  const { minutes } = jobNow(context).account;
  const heads = ['minute', 'kind', 'requests', 'again', 'records', 'quota', 'waited ms', 'why'];
  const rows = minutes.map(({ minute, kind, requests, again, records, quota, waitedMs, why }) => [
    new Date(minute * MINUTE_MS).toISOString(),
    kind,
    requests,
    again,
    records,
    quota,
    waitedMs,
    why,
  ]);
  return spreadsheet('requests-by-minute.csv', heads, rows, 'ledger.sqlite');
}
