import { count, counted } from '@chatferry/contract';
import { placeOf } from '@chatferry/runner';
import type { JobState } from '../../conclusion/job-state.ts';
import { localMinute } from '../../wording/local-time.ts';
import { utcMinute } from '../../wording/units.ts';
import type { HandOver } from '../hand-over.ts';
import { html, type Html, type HtmlValue } from '../html.ts';
import { share, name } from '../words.ts';

type Tone = 'good' | 'look' | 'bad';

/** The top of the page: the statements about the job, three figures, and all rows in one sum. */
export function head(handOver: HandOver): Html {
  const { conclusion, plan, target, nowMs, timeZone } = handOver;
  const { state, headline, explaining } = conclusion;
  const local = timeZone === 'UTC' ? undefined : `${localMinute(nowMs, timeZone)} ${timeZone} · `;
  return html`<header>
    <p class="kicker">
      <span>Migration report</span>
      <span
        >${local}<time datetime="${new Date(nowMs).toISOString()}"
          >${utcMinute(nowMs)} UTC</time
        ></span
      >
    </p>
    <h1 class="${toneOf(state)}">${headline}</h1>
    ${explaining.map((sentence) => html`<p class="lead">${sentence}</p> `)}
    <p class="sub">
      ${target === undefined ? undefined : html`App ${name(target.appId)}, ${whereText(target)} · `}Plan
      ${name(plan.id.slice(0, 12))}
    </p>
    <dl class="key">
      ${keyFigures(handOver).map(
        ({ what, number, note }) =>
          html`<div>
            <dt>${what}</dt>
            <dd class="big">${count(number)}</dd>
            <dd class="note">${note}</dd>
          </div> `,
      )}
    </dl>
    <p class="equation">${equation(handOver)}</p>
  </header> `;
}

function toneOf(state: JobState): Tone {
  if (state === 'complete') return 'good';
  const isBad = ['inconsistent', 'killed', 'stopped', 'differs', 'undoing'].includes(state);
  return isBad ? 'bad' : 'look';
}

interface KeyFigure {
  readonly what: string;
  readonly number: number;
  readonly note: HtmlValue;
}

/** The three numbers that answer the question of the reader in this state. */
function keyFigures({ conclusion, facts }: HandOver): KeyFigure[] {
  const { state, figures } = conclusion;
  const { rows, planned, stored, notMoved, pending, compared, same, hidden } = figures;
  const lost = {
    what: state === 'planned' ? 'Rows that cannot move' : 'Rows that did not move',
    number: notMoved,
    note: notMoved === 0 ? undefined : `${share(notMoved, rows, 'lacking')} of all rows`,
  };
  if (state === 'planned')
    return [
      { what: 'Rows of the export', number: rows, note: undefined },
      { what: 'Records that can be sent', number: planned, note: 'nothing was sent yet' },
      lost,
    ];
  if (facts.undo !== undefined)
    return [
      { what: 'Records to remove', number: facts.undo.planned, note: undefined },
      { what: 'Reported as removed', number: facts.undo.removed, note: undefined },
      { what: 'Left in the app', number: facts.undo.left, note: 'kept, or could not be removed' },
    ];
  const reported = {
    what: 'Reported as stored by the service',
    number: stored,
    note: `${share(stored, rows, 'there')} of all rows`,
  };
  return pending > 0
    ? [reported, { what: 'Not sent yet', number: pending, note: undefined }, lost]
    : [
        reported,
        lost,
        {
          what: 'Read back and the same',
          number: same,
          note:
            compared + hidden === 0
              ? 'nothing was read back'
              : hidden > 0
                ? `${count(hidden)} could not be read back`
                : `of ${count(compared)} that were compared`,
        },
      ];
}

/** Every row in one sum. */
export function equation({ conclusion }: Pick<HandOver, 'conclusion'>): string {
  const { rows, ...figures } = conclusion.figures;
  const parts = [
    [figures.stored, 'reported as stored'],
    [figures.pending, 'not sent yet'],
    [figures.notMoved, conclusion.state === 'planned' ? 'that cannot move' : 'that did not move'],
    [figures.merged, 'merged with an equal row'],
    [figures.leftOut, 'left out as configured'],
    [figures.unchanged, 'unchanged since an earlier job'],
    [figures.updated, 'updated by a record of their own'],
    [figures.foundLater, 'that failed or were skipped, and are in the app nevertheless'],
    [figures.unknown, 'of unknown outcome'],
    [figures.answeredLater, 'whose answer was lost, and that were read back'],
  ] as const;
  const used = parts.filter(([number]) => number > 0);
  const sum = used.reduce((total, [number]) => total + number, 0);
  if (used.length === 0) return 'The export has no rows.';
  return `${counted(rows, 'row')} ${sum === rows ? '=' : '≠'} ${used
    .map(([number, what]) => `${count(number)} ${what}`)
    .join(
      ' + ',
    )}.${sum === rows && conclusion.state !== 'inconsistent' ? ' It adds up for every kind.' : ''}`;
}

/** Where the app is, in words. */
export function whereText(target: NonNullable<HandOver['target']>): HtmlValue {
  const { appId, region, baseUrl } = target;
  if (baseUrl === undefined) return `region ${region ?? 'us'}`;
  return placeOf(target) === `${appId} at this machine`
    ? 'a server on this machine'
    : html`${name(new URL(baseUrl).host)}`;
}
