import { count, kinds } from '@chatferry/contract';
import type { MinuteRow, PastRun } from '@chatferry/runner';
import { localMinute, offsetMs } from '../wording/local-time.ts';
import { duration } from '../wording/units.ts';
import { html, type Html } from './html.ts';
import { kindSpans, type KindSpan, type Pause, pausesOf } from './traffic.ts';

const MINUTE_MS = 60_000;
/** A shorter job has no shape to see. */
const SHORTEST_MS = 10 * MINUTE_MS;
/** Points of the line; more are not visible. */
const POINTS = 480;
/** The most pauses that have a number. */
const NUMBERED = 9;

/** In the units of the drawing. */
const area = { left: 44, right: 712, top: 14, bottom: 132 };
const strip = { top: 162, height: 8, labels: 186 };
const LETTER = 6;

export interface ChartInput {
  readonly minutes: readonly MinuteRow[];
  readonly history: readonly PastRun[];
  /** Records in the plan. */
  readonly planned: number;
  readonly timeZone: string;
}

/** A drawing, without a script, of when records were settled; undefined for a job of some minutes. */
export function settledChart({
  minutes,
  history,
  planned,
  timeZone,
}: ChartInput): Html | undefined {
  const points = pointsOf(minutes, planned);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < SHORTEST_MS)
    return undefined;
  const x = scale(first.at, last.at, area.left, area.right);
  const within = (at: number): string => x(Math.min(Math.max(at, first.at), last.at));
  const pauses = pausesOf(minutes, history).filter(
    ({ from, to }) => from < last.at && to > first.at,
  );
  const numbered = pauses
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, NUMBERED)
    .toSorted((a, b) => a.from - b.from);
  const spans = kindSpans(minutes);
  const describing = describe(first.at, last.at, planned, numbered, timeZone);
  return html`<figure class="chart">
    <svg viewBox="0 0 720 194" role="img" aria-labelledby="chart-title chart-text">
      <title id="chart-title">Records settled over time</title>
      <desc id="chart-text">${describing} ${captions(numbered).join(' ')}</desc>
      ${[0, 0.25, 0.5, 0.75, 1].map(gridLine)}
      ${pauses.map(({ from, to }) => box(within(from), within(to), pauseBox))}
      ${settledLine(points, x)}
      ${numbered.map(
        ({ from, to }, index) =>
          html`<text x="${within((from + to) / 2)}" y="124" class="mark middle"
            >${index + 1}</text
          > `,
      )}
      ${ticks(first.at, last.at, timeZone).map(({ at, text }) => tick(x(at), text))}
      ${spans.map(({ from, to }, index) =>
        box(within(from), within(to), {
          ...strip,
          name: `strip ${index % 2 === 1 ? 'other' : ''}`,
          gap: 1,
        }),
      )}
      ${stripLabels(spans, x).map(
        ({ at, text }) =>
          html`<text x="${at}" y="${strip.labels}" class="axis middle">${text}</text> `,
      )}
    </svg>
    <figcaption>
      Records settled, of ${count(planned)}. Times are those of
      ${timeZone}.${captions(numbered).map((text, index) => html` <b>${index + 1}</b> ${text}`)}
    </figcaption>
  </figure> `;
}

function gridLine(share: number): Html {
  const y = yOf(share);
  return html`<line x1="${area.left}" x2="${area.right}" y1="${y}" y2="${y}" class="grid"></line>
    <text x="${area.left - 7}" y="${Number(y) + 3.5}" class="axis end">${share * 100} %</text> `;
}

interface Box {
  readonly top: number;
  readonly height: number;
  readonly name: string;
  /** Empty space at its right. */
  readonly gap: number;
}

const pauseBox = { top: area.top, height: area.bottom - area.top, name: 'pause', gap: 0 };

/** A rectangle from one time to another, at least a unit wide. */
function box(from: string, to: string, { top, height, name, gap }: Box): Html {
  return html`<rect
    x="${from}"
    y="${top}"
    width="${Math.max(Number(to) - Number(from) - gap, 1)}"
    height="${height}"
    class="${name}"
  ></rect> `;
}

/** The line of settled records, and the area below it. */
function settledLine(points: readonly Point[], x: (at: number) => string): Html {
  const line = points.map(({ at, share }) => `${x(at)} ${yOf(share)}`).join(' L');
  return html`<path
      d="M${line} L${x(points.at(-1)!.at)} ${area.bottom} L${x(points[0]!.at)} ${area.bottom} Z"
      class="area"
    ></path>
    <path d="M${line}" class="line"></path>`;
}

function tick(x: string, text: string): Html {
  return html`<line
      x1="${x}"
      x2="${x}"
      y1="${area.bottom}"
      y2="${area.bottom + 4}"
      class="tick"
    ></line>
    <text x="${x}" y="149" class="axis middle">${text}</text> `;
}

interface Point {
  readonly at: number;
  /** The share of all planned records, from 0 to 1. */
  readonly share: number;
}

/** One point at the end of each minute, or of each group of minutes, and one before the first. */
function pointsOf(minutes: readonly MinuteRow[], planned: number): Point[] {
  const records = new Map<number, number>();
  for (const row of minutes) records.set(row.minute, (records.get(row.minute) ?? 0) + row.records);
  const [first] = records.keys();
  if (first === undefined || planned === 0) return [];
  const step = Math.ceil(records.size / POINTS);
  let settled = 0;
  const all: Point[] = [{ at: first * MINUTE_MS, share: 0 }];
  let before = first - 1;
  for (const [index, [minute, each]] of [...records].entries()) {
    // The line is level while nothing was sent.
    if (minute > before + 1)
      all.push({ at: minute * MINUTE_MS, share: Math.min(settled / planned, 1) });
    settled += each;
    before = minute;
    if ((index + 1) % step === 0 || index === records.size - 1)
      all.push({ at: (minute + 1) * MINUTE_MS, share: Math.min(settled / planned, 1) });
  }
  return all;
}

/** Maps a number from one range to another range, as a text to a tenth. */
function scale(from: number, to: number, low: number, high: number): (value: number) => string {
  return (value) => (low + ((value - from) / (to - from)) * (high - low)).toFixed(1);
}

/** The height of a share of the planned records, from 0 to 1. */
const yOf = scale(0, 1, area.bottom, area.top);

const STEPS_MIN = [2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 10_080];
const TICKS = 9;

/** Times at round minutes, hours or days of the zone. */
export function ticks(
  first: number,
  last: number,
  timeZone: string,
): { at: number; text: string }[] {
  const stepMs =
    (STEPS_MIN.find((step) => (last - first) / (step * MINUTE_MS) <= TICKS) ?? 43_200) * MINUTE_MS;
  const shift = offsetMs(first, timeZone);
  const found = [];
  for (let at = Math.ceil((first + shift) / stepMs) * stepMs - shift; at <= last; at += stepMs) {
    const text = localMinute(at, timeZone);
    found.push({ at, text: stepMs < 24 * 60 * MINUTE_MS ? text.slice(11) : text.slice(5, 10) });
  }
  return found;
}

/** Names of kinds below the parts of the strip that are wide enough for them. */
function stripLabels(
  spans: readonly KindSpan[],
  x: (at: number) => string,
): { at: string; text: string }[] {
  const labels: { at: string; text: string }[] = [];
  let taken = 0;
  for (const { kind, from, to } of spans) {
    const text = kinds[kind].nouns[1];
    const middle = (Number(x(from)) + Number(x(to))) / 2;
    const half = (text.length * LETTER) / 2;
    if (middle - half < Math.max(taken, area.left - half) || middle + half > area.right + 8)
      continue;
    if (labels.at(-1)?.text === text) continue;
    labels.push({ at: middle.toFixed(1), text });
    taken = middle + half + LETTER;
  }
  return labels;
}

function describe(
  from: number,
  to: number,
  planned: number,
  pauses: readonly Pause[],
  timeZone: string,
): string {
  const times = `From ${localMinute(from, timeZone)} to ${localMinute(to, timeZone)}, ${timeZone}`;
  return `${times}, the number of settled records rises to that of the plan, ${count(planned)}, ${pauses.length === 0 ? 'without a pause' : pauses.length === 1 ? 'with one pause' : `with ${pauses.length} pauses`}.`;
}

const reasons: Readonly<Record<string, string>> = {
  'no-run': 'No run was in progress',
  paused: 'The run was paused',
  'no-rate': 'The quota allowed no request',
  'rate-limited': 'The service asked for a pause',
  store: 'The database of the ledger did not answer',
  trouble: 'The service did not answer, or failed for everything',
};

function captions(pauses: readonly Pause[]): string[] {
  return pauses.map(
    ({ from, to, why }) => `${reasons[why] ?? reasons['trouble']} for ${duration(to - from)}.`,
  );
}
