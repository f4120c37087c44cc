import { count, counted, kindsInOrder } from '@chatferry/contract';
import {
  bar,
  duration,
  equation,
  type HandOver,
  html,
  type Html,
  type HtmlValue,
  localMinute,
  nextSteps,
  readProgress,
  type RunProgress,
  sentence,
  share,
  shortCode,
} from '@chatferry/job/viewing';
import { jobNow } from './job-now.ts';
import type { Page } from './layout.ts';
import type { PageContext } from './page-context.ts';

export function overviewPage(context: PageContext): Page {
  const now = jobNow(context);
  const { conclusion, account } = now;
  const progress = now.holder === undefined ? undefined : readProgress(context.job.progress);
  const [trouble] = account.troubles.toSorted((a, b) => b.lastAt - a.lastAt);
  const { notMoved } = conclusion.figures;
  const body = html`<h1 id="live-headline">${conclusion.headline}</h1>
    ${conclusion.explaining.map((text) => html`<p class="lead">${text}</p> `)}
    <dl class="key" id="live-figures">${figuresOf(now, progress)}</dl>
    ${progress === undefined ? html`<p class="note">${equation(now)}</p>` : undefined}
    <div class="kinds" id="live-kinds">${kindLines(now)}</div>
    ${
      trouble === undefined
        ? undefined
        : html`<h2>Last trouble</h2>
            <p>
              ${localMinute(trouble.lastAt, context.timeZone)}: ${shortCode(trouble.code)} for
              ${counted(trouble.requests, 'request')}. What was in
              ${trouble.requests === 1 ? 'it' : 'them'} is sent again.
              <a href="${context.link(['requests'])}">Requests</a>
            </p> `
    }
    ${
      notMoved === 0
        ? undefined
        : html`<h2>Not sent, and why</h2>
            <p>
              ${notMovedText(notMoved, rejectedOf(now))}
              <a href="${context.link(['problems'])}">Problems</a>
            </p> `
    }
    <h2>What is proved</h2>
    <ul class="proof">
      ${conclusion.proved.map(
        ({ step, text }) =>
          html`<li ${step.startsWith('Not') ? html`class="no"` : undefined}>
            <b>${step}</b> <span>${text}</span>
          </li> `,
      )}
    </ul>
    <h2>What to do next</h2>
    <ol>
      ${nextSteps(now).map(
        ({ text, by }) =>
          html`<li>
            ${sentence(text)}${by === undefined ? undefined : html`<pre><code>${by}</code></pre>`}
          </li> `,
      )}
    </ol>
    <p class="note">Times are those of ${context.timeZone}.</p>`;
  return { title: conclusion.headline, body };
}

function notMovedText(notMoved: number, rejected: number): string {
  if (rejected === notMoved)
    return `${counted(rejected, 'row of the export was', 'rows of the export were')} rejected when planning.`;
  return `${counted(notMoved, 'row')} did not move; of these, ${count(rejected)} ${rejected === 1 ? 'was' : 'were'} rejected when planning.`;
}

function rejectedOf({ sums }: HandOver): number {
  return Object.values(sums).reduce((sum, { rejected, excluded }) => sum + rejected - excluded, 0);
}

interface Figure {
  readonly what: string;
  readonly value: HtmlValue;
  readonly note: HtmlValue;
}

/** Five figures during a run, three otherwise. */
export function figuresOf(now: HandOver, progress: RunProgress | undefined): Html {
  const figures = progress === undefined ? endFigures(now) : runFigures(progress);
  return html`${figures.map(
    ({ what, value, note }) =>
      html`<div>
        <dt>${what}</dt>
        <dd class="big">${value}</dd>
        <dd class="note">${note}</dd>
      </div> `,
  )}`;
}

function runFigures(progress: RunProgress): Figure[] {
  const { quota, requestsPerMinute, recordsPerSecond, remainingMs, p50Ms, p99Ms, again } = progress;
  const unknown = 'not measured yet';
  return [
    {
      what: 'Records a second',
      value: recordsPerSecond === undefined ? '–' : count(recordsPerSecond),
      note: recordsPerSecond === undefined ? unknown : undefined,
    },
    {
      what: 'Requests a minute',
      value: requestsPerMinute === undefined ? '–' : count(requestsPerMinute),
      note:
        quota === 'unlimited'
          ? 'no quota'
          : requestsPerMinute === undefined
            ? `quota ${count(quota)}`
            : `${Math.floor((requestsPerMinute / Math.max(quota, 1)) * 100)} % of the quota of ${count(quota)}`,
    },
    {
      what: 'Time left',
      value: remainingMs === undefined ? '–' : duration(remainingMs),
      note: remainingMs === undefined ? unknown : 'about',
    },
    {
      what: 'Answers',
      value: p50Ms === undefined ? '–' : `${count(p50Ms)} ms`,
      note: p99Ms === undefined ? undefined : `99 of 100 under ${count(p99Ms)} ms`,
    },
    { what: 'Sent again', value: count(again ?? 0), note: 'requests' },
  ];
}

function endFigures({ conclusion }: HandOver): Figure[] {
  const { rows, planned, stored, notMoved, pending, compared, same, hidden } = conclusion.figures;
  const lost = {
    what: conclusion.state === 'planned' ? 'Rows that cannot move' : 'Rows that did not move',
    value: count(notMoved),
    note: notMoved === 0 ? undefined : `${share(notMoved, rows, 'lacking')} of all rows`,
  };
  const reported = {
    what: 'Reported as stored by the service',
    value: count(stored),
    note: `${share(stored, rows, 'there')} of all rows`,
  };
  if (conclusion.state === 'planned')
    return [
      { what: 'Rows of the export', value: count(rows), note: undefined },
      { what: 'Records that can be sent', value: count(planned), note: 'nothing was sent yet' },
      lost,
    ];
  return pending > 0
    ? [reported, { what: 'Not sent yet', value: count(pending), note: undefined }, lost]
    : [
        reported,
        lost,
        {
          what: 'Read back and the same',
          value: count(same),
          note:
            compared + hidden === 0 ? 'nothing was read back' : `of ${count(compared + hidden)}`,
        },
      ];
}

/** A line for each kind of the plan, with its share. */
export function kindLines({ sums }: HandOver): Html {
  const lines = kindsInOrder.flatMap((kind) => {
    const { created, present, failed, skipped, unresolved, pending } = sums[kind];
    const settled = created + present + failed + skipped + unresolved;
    const planned = settled + pending;
    if (planned === 0) return [];
    const losses = [
      ...(failed === 0 ? [] : [`${count(failed)} failed`]),
      ...(skipped === 0 ? [] : [`${count(skipped)} skipped`]),
      ...(unresolved === 0 ? [] : [`${count(unresolved)} unresolved`]),
    ].join(', ');
    const is = pending === 0 ? 'done' : settled === 0 ? '–' : 'in progress';
    return [
      html`<div>
        <span>${kind}</span>${bar(settled / planned)}<b
          >${Math.floor((settled / planned) * 100)} %</b
        >
        <span class="number">${count(settled)} <span class="soft">of ${count(planned)}</span></span>
        <span class="soft">${losses === '' ? is : html`<b class="lost">${losses}</b>`}</span>
      </div> `,
    ];
  });
  return html`${lines}`;
}
