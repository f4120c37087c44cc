import { count, counted } from '@chatferry/contract';
import {
  codeName,
  duration,
  html,
  type Html,
  localMinute,
  settledChart,
  stopReasonText,
  ticks,
  trafficFacts,
} from '@chatferry/job/viewing';
import type { JobAccount, MinuteRow } from '@chatferry/runner';
import type { Answer } from '../serving/server.ts';
import type { Page } from './layout.ts';
import { jobNow } from './job-now.ts';
import type { PageContext } from './page-context.ts';
import { spreadsheet } from './spreadsheet.ts';

const MINUTE_MS = 60_000;
/** Bars of the drawing. */
const BARS = 240;
/** A quota that is more times the largest bar has no line. */
const FAR = 3;
const area = { left: 44, right: 712, top: 10, bottom: 120 };

export function requestsPage(context: PageContext): Page {
  const { timeZone } = context;
  const { account, conclusion } = jobNow(context);
  const { minutes, history, troubles, requests } = account;
  if (history.length === 0)
    return { title: 'No request was made yet', body: html`<h1>No request was made yet</h1>` };
  const bad = troubles.reduce((sum, group) => sum + group.requests, 0);
  const { quota, latency, again } = trafficFacts(minutes);
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
    ${minuteChart(minutes, timeZone)}
    ${settledChart({ minutes, history, planned: conclusion.figures.planned, timeZone })}
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

/** Requests by minute, or by several minutes, with the quota as a line. */
function minuteChart(minutes: readonly MinuteRow[], timeZone: string): Html {
  const [first, last] = [minutes[0]?.minute, minutes.at(-1)?.minute];
  if (first === undefined || last === undefined)
    return html`<p class="note">The first minute is not over yet.</p>`;
  const step = Math.ceil((last - first + 1) / BARS);
  const bars = Array.from({ length: Math.ceil((last - first + 1) / step) }, () => 0);
  let quota = 0;
  for (const row of minutes) {
    bars[Math.floor((row.minute - first) / step)]! += row.requests / step;
    quota = Math.max(quota, row.quota ?? 0);
  }
  const peak = Math.round(Math.max(...bars));
  // The bars of a run far below its quota would not be visible beside the line.
  const hasLine = quota > 0 && quota <= peak * FAR;
  const most = Math.max(...bars, hasLine ? quota : 0, 1);
  const width = (area.right - area.left) / bars.length;
  const gap = Math.min(width / 8, 2);
  const y = (value: number): number => area.bottom - (value / most) * (area.bottom - area.top);
  const [from, to] = [first * MINUTE_MS, (first + bars.length * step) * MINUTE_MS];
  const x = (at: number): number =>
    area.left + ((at - from) / (to - from)) * (area.right - area.left);
  return html`<figure class="chart">
    <svg viewBox="0 0 720 144" role="img" aria-labelledby="minutes-title minutes-text">
      <title id="minutes-title">Requests by minute</title>
      <desc id="minutes-text">
        From ${localMinute(from, timeZone)} to ${localMinute(to, timeZone)}, at most ${peak}
        requests a minute${quota === 0 ? '' : `, at a quota of ${quota}`}.
      </desc>
      <line
        x1="${area.left}"
        x2="${area.right}"
        y1="${area.bottom}"
        y2="${area.bottom}"
        class="grid"
      ></line>
      <text x="${area.left - 7}" y="${area.top + 8}" class="axis end">
        ${count(Math.round(most))}
      </text>
      <text x="${area.left - 7}" y="${area.bottom + 3}" class="axis end">0</text>
      ${bars.map(
        (value, index) =>
          html`<rect
            x="${(area.left + index * width).toFixed(1)}"
            width="${Math.max(width - gap, 0.5).toFixed(1)}"
            y="${y(value).toFixed(1)}"
            height="${(area.bottom - y(value)).toFixed(1)}"
            class="strip"
          ></rect> `,
      )}
      ${!hasLine ? undefined : html`<line x1="${area.left}" x2="${area.right}" y1="${y(quota).toFixed(1)}" y2="${y(quota).toFixed(1)}" class="quota"></line>`}
      ${ticks(from, to, timeZone).map(({ at, text }) => html`<text x="${x(at).toFixed(1)}" y="138" class="axis middle">${text}</text> `)}
    </svg>
    <figcaption>
      Requests by
      minute${step === 1 ? '' : `, each bar the mean of ${step} minutes`}${quota === 0 ? '' : hasLine ? `; the line is the quota of ${count(quota)}` : `; the quota was ${count(quota)}`}.
    </figcaption>
  </figure>`;
}
