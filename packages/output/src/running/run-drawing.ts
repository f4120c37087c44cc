import { count, counted, type Kind, kindsInOrder } from '@chatferry/contract';
import { type KindFacts, type RunProgress, duration } from '@chatferry/job/planned';
import { type Bar, barLines } from '../screens/bar-lines.ts';
import { doneAbout } from '../screens/clock-text.ts';
import { headLine } from '../screens/head-line.ts';
import { paceTexts } from '../screens/pace-text.ts';
import type { Frame } from '../screens/live.ts';
import { percent } from '../screens/percent.ts';
import { lossText } from './loss-text.ts';
import { rateLines } from './rate-lines.ts';
import { troubleLines } from './trouble-lines.ts';
import { type WaitCommands, waitLines } from './wait-lines.ts';

/** Facts for the drawing that are not part of the progress. */
export interface AboutRun extends WaitCommands {
  /** The job and the app, for the first line. */
  readonly title: string;
  /** The operator's value of `--max-failures`. */
  readonly maxFailures?: string | undefined;
}

type Shown = readonly (readonly [Kind, KindFacts])[];

/**
 * The drawing for a terminal: a line with the end, a bar for each kind, then the rates, the latest trouble, and the cause of a delay
 * with the command that ends it. On a low terminal only the kind in progress has a bar.
 */
export function runDrawing(run: RunProgress, about: AboutRun, frame: Frame): string[] {
  const { columns, rows, now } = frame;
  const shown = kindsInOrder.flatMap((kind): Shown => {
    const facts = run.kinds[kind];
    return facts === undefined ? [] : [[kind, facts]];
  });
  const head = headLine(
    {
      title: about.title,
      percent: percentOf(run),
      startedAt: Date.parse(run.startedAt),
      now,
      end: endTexts(run, now),
    },
    columns,
  );
  const hasFailed = shown.some(([, { failed }]) => failed > 0);
  const below = [
    ...(run.waiting === undefined
      ? rateLines(run, columns)
      : waitLines(run.waiting, run.quota, about, frame)),
    ...(hasFailed && about.maxFailures !== undefined
      ? [`stops after ${about.maxFailures} failed (--max-failures)`]
      : []),
    ...troubleLines(run, frame),
  ];
  const all = shown.map(([kind, facts]) => barOf(kind, facts, run));
  const bars = barLines(all, columns);
  const isLow = 1 + bars.length + below.length >= rows;
  return [head, ...(isLow ? folded(shown, run, columns) : bars), ...below];
}

/** The progress of a run on one line, for logs. */
export function runLine(run: RunProgress, kind: Kind, now: number): string {
  const facts = run.kinds[kind];
  if (facts === undefined) return '';
  const { settled, planned } = facts;
  const losses = lossText(facts);
  const [end] = run.waiting === undefined ? endTexts(run, now) : [];
  return [
    `${kind} ${count(settled)} of ${count(planned)} (${percent(settled, planned)})`,
    ...(losses === undefined ? [] : [losses]),
    `all ${percentOf(run)}`,
    ...(run.recordsPerSecond === undefined ? [] : [`${run.recordsPerSecond} records/s`]),
    ...(run.requestsPerMinute === undefined
      ? []
      : [paceTexts(run.requestsPerMinute, run.quota)[0]]),
    ...(end === undefined ? [] : [end]),
  ].join(', ');
}

/** The share of settled records of all kinds. */
function percentOf({ kinds }: RunProgress): string {
  const all = Object.values(kinds);
  return percent(
    all.reduce((sum, { settled }) => sum + settled, 0),
    all.reduce((sum, { planned }) => sum + planned, 0),
  );
}

/** The end of the run, or how long it has been waiting. From long to short; empty while neither is known. */
export function endTexts(run: RunProgress, now: number): readonly string[] {
  const { waiting, endsAt, remainingMs, given } = run;
  if (waiting !== undefined) {
    const what = waiting.why === 'paused' ? 'paused' : 'waiting';
    return [`${what} ${duration(now - Date.parse(waiting.since))}`];
  }
  const end = endsAt === undefined ? now : Date.parse(endsAt);
  if (end - now < 1000) return [];
  const text = doneAbout(end, now);
  // After a change of the quota, other lines explain the end.
  return remainingMs === undefined && given === undefined ? [`${text} by the plan`, text] : [text];
}

function barOf(kind: Kind, facts: KindFacts, run: RunProgress): Bar {
  const { planned, settled } = facts;
  const note = run.waiting === undefined ? noteOf(facts, run) : undefined;
  return { name: kind, done: settled, planned, note, losses: lossText(facts) };
}

/** Rate and time left. After a change of the quota, kinds that are not begun show the time left too. */
function noteOf(
  { state, recordsPerMinute, remainingMs }: KindFacts,
  { given, recordsPerSecond }: RunProgress,
): Bar['note'] {
  const left = remainingMs === undefined || remainingMs === 0 ? undefined : duration(remainingMs);
  const isKnown = recordsPerSecond !== undefined || given !== undefined;
  // Keeps the columns of the speed from the start.
  if (!isKnown) return state === 'sending' ? ['', ''] : undefined;
  if (state === 'sending' && recordsPerMinute !== undefined) {
    const speed = `${count(recordsPerMinute)}/min`;
    return [left === undefined ? speed : `${speed}, ${left} left`, speed];
  }
  const isToCome = given !== undefined && state === 'waiting' && left !== undefined;
  return isToCome ? [`${left} left`, left] : undefined;
}

function isDone({ planned, settled }: KindFacts): boolean {
  return settled === planned;
}

/** Sums up done kinds and kinds that are not begun in one line each, and draws bars of the other kinds. */
function folded(shown: Shown, run: RunProgress, columns: number): string[] {
  const done = shown.filter(([, facts]) => isDone(facts));
  const toCome = shown.filter(([, facts]) => !isDone(facts) && facts.state === 'waiting');
  const current = shown.filter((each) => !done.includes(each) && !toCome.includes(each));
  const bars = current.map(([kind, facts]) => barOf(kind, facts, run));
  return [
    ...foldedLine(done, 'done'),
    ...(bars.length === 0 ? [] : barLines(bars, columns)),
    ...foldedLine(toCome, 'to come'),
  ];
}

function foldedLine(of: Shown, what: string): string[] {
  const records = of.reduce((sum, [, { planned }]) => sum + planned, 0);
  const losses = lossText({
    failed: of.reduce((sum, [, { failed }]) => sum + failed, 0),
    skipped: of.reduce((sum, [, { skipped }]) => sum + skipped, 0),
    unresolved: of.reduce((sum, [, { unresolved }]) => sum + unresolved, 0),
  });
  const text = `${counted(of.length, 'kind')} ${what}, ${counted(records, 'record')}`;
  return of.length === 0 ? [] : [losses === undefined ? text : `${text}; ${losses}`];
}
