import { count } from '@chatferry/contract';
import { html, type Html, type HtmlValue, localMinute, ticks } from '@chatferry/job/viewing';
import { latencyPercentile, type MinuteRow } from '@chatferry/runner';

const MINUTE_MS = 60_000;
/** The number of bars of the drawing. */
const BARS = 240;
/** With fewer groups of minutes than this, no line of answers is drawn. */
const FEWEST = 3;
/** A quota that is more than this many times the largest bar has no line. */
const FAR = 3;
const area = { left: 44, right: 712, top: 10, bottom: 120 };

/** The minutes of a job in groups of the same length, one for each bar. */
interface Grouped {
  /** The number of minutes of a group. */
  readonly step: number;
  readonly groups: readonly (readonly MinuteRow[])[];
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

function grouped(minutes: readonly MinuteRow[]): Grouped | undefined {
  const [first, last] = [minutes[0]?.minute, minutes.at(-1)?.minute];
  if (first === undefined || last === undefined) return undefined;
  const step = Math.ceil((last - first + 1) / BARS);
  const groups = Array.from(
    { length: Math.ceil((last - first + 1) / step) },
    (): MinuteRow[] => [],
  );
  for (const row of minutes) groups[Math.floor((row.minute - first) / step)]!.push(row);
  const from = first * MINUTE_MS;
  return { step, groups, from, to: from + groups.length * step * MINUTE_MS };
}

/** Requests by minute, or by several minutes, with the quota as a line. */
export function minuteChart(minutes: readonly MinuteRow[], timeZone: string): Html {
  const found = grouped(minutes);
  if (found === undefined) return html`<p class="note">The first minute is not over yet.</p>`;
  const { step, groups } = found;
  const bars = groups.map((rows) => rows.reduce((sum, row) => sum + row.requests, 0) / step);
  const quota = minutes.reduce((most, row) => Math.max(most, row.quota ?? 0), 0);
  const peak = Math.round(Math.max(...bars));
  // Next to the line of a much larger quota, the bars of a run would not be visible.
  const hasLine = quota > 0 && quota <= peak * FAR;
  const most = Math.max(...bars, hasLine ? quota : 0, 1);
  const width = (area.right - area.left) / bars.length;
  const gap = Math.min(width / 8, 2);
  const y = heightOf(most);
  const each = step === 1 ? '' : `, each bar the mean of ${step} minutes`;
  const line = hasLine
    ? `; the line is the quota of ${count(quota)}`
    : `; the quota was ${count(quota)}`;
  return drawing(found, timeZone, {
    id: 'minutes',
    title: 'Requests by minute',
    about: `at most ${peak} requests a minute${quota === 0 ? '' : `, at a quota of ${quota}`}`,
    top: count(Math.round(most)),
    marks: [
      bars.map(
        (value, index) =>
          html`<rect
            x="${(area.left + index * width).toFixed(1)}"
            width="${Math.max(width - gap, 0.5).toFixed(1)}"
            y="${y(value)}"
            height="${(area.bottom - Number(y(value))).toFixed(1)}"
            class="strip"
          ></rect> `,
      ),
      hasLine
        ? html`<line
            x1="${area.left}"
            x2="${area.right}"
            y1="${y(quota)}"
            y2="${y(quota)}"
            class="quota"
          ></line>`
        : undefined,
    ],
    caption: `Requests by minute${each}${quota === 0 ? '' : line}.`,
  });
}

/** The median and the 99th percentile of the answer times. The lines are interrupted while there are no answers. */
export function answerChart(minutes: readonly MinuteRow[], timeZone: string): Html | undefined {
  const found = grouped(minutes);
  if (found === undefined || found.groups.length < FEWEST) return undefined;
  const latencies = found.groups.map(latencyOf);
  const [median, of99] = [0.5, 0.99].map((share) =>
    latencies.map((each) => latencyPercentile(each, share)),
  ) as [(number | undefined)[], (number | undefined)[]];
  const most = Math.max(...of99.map((each) => each ?? 0));
  if (most === 0) return undefined;
  const longest = timeText(most);
  return html`<h2>Time of answers</h2>
    ${drawing(found, timeZone, {
      id: 'answers',
      title: 'Time of answers',
      about: `99 of 100 answers of a minute took at most ${longest}`,
      top: longest,
      marks: [lineOf(of99, most, 'line thin'), lineOf(median, most, 'line')],
      caption: 'How long half of the answers took (thick line), and 99 of 100 (thin line).',
    })}`;
}

function latencyOf(rows: readonly MinuteRow[]): number[] {
  const sum: number[] = [];
  for (const row of rows)
    for (const [bucket, answers] of row.latency.entries())
      sum[bucket] = (sum[bucket] ?? 0) + answers;
  return sum;
}

function lineOf(values: readonly (number | undefined)[], most: number, name: string): Html {
  const width = (area.right - area.left) / values.length;
  const y = heightOf(most);
  const path = values
    .map((value, index) => {
      if (value === undefined) return '';
      const x = (area.left + (index + 0.5) * width).toFixed(1);
      return `${index === 0 || values[index - 1] === undefined ? 'M' : 'L'}${x} ${y(value)}`;
    })
    .join(' ');
  return html`<path d="${path}" class="${name}"></path> `;
}

interface Drawing {
  readonly id: string;
  readonly title: string;
  /** End of the description, which begins with the times. */
  readonly about: string;
  /** The value at the top. */
  readonly top: string;
  readonly marks: HtmlValue;
  readonly caption: string;
}

/** A drawing over time, with its axes. */
function drawing(
  { from, to }: Grouped,
  timeZone: string,
  { id, title, about, top, marks, caption }: Drawing,
): Html {
  const x = (at: number): number =>
    area.left + ((at - from) / (to - from)) * (area.right - area.left);
  return html`<figure class="chart">
    <svg viewBox="0 0 720 144" role="img" aria-labelledby="${id}-title ${id}-text">
      <title id="${id}-title">${title}</title>
      <desc id="${id}-text">
        From ${localMinute(from, timeZone)} to ${localMinute(to, timeZone)}, ${about}.
      </desc>
      <line
        x1="${area.left}"
        x2="${area.right}"
        y1="${area.bottom}"
        y2="${area.bottom}"
        class="grid"
      ></line>
      <text x="${area.left - 7}" y="${area.top + 8}" class="axis end">${top}</text>
      <text x="${area.left - 7}" y="${area.bottom + 3}" class="axis end">0</text>
      ${marks}
      ${ticks(from, to, timeZone).map(({ at, text }) => html`<text x="${x(at).toFixed(1)}" y="138" class="axis middle">${text}</text> `)}
    </svg>
    <figcaption>${caption}</figcaption>
  </figure>`;
}

/** The height of a value in the drawing. @param most the value at the top */
function heightOf(most: number): (value: number) => string {
  return (value) => (area.bottom - (value / most) * (area.bottom - area.top)).toFixed(1);
}

function timeText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
