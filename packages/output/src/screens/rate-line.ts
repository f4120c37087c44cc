import { count } from '@chatferry/contract';
import type { RateFacts } from '@chatferry/job/planned';
import { paceTexts } from './pace-text.ts';
import { firstFitting } from './text-width.ts';

/** The rates, the answer times and the repeats, as far as they fit. Before they are measured: only the quota. */
export function rateLine(facts: RateFacts, columns: number): string {
  const { recordsPerSecond, inFlight = 0, again = 0 } = facts;
  const [long, short] = paceTexts(facts.requestsPerMinute, facts.quota);
  const flight = inFlight === 0 ? [] : [`${count(inFlight)} in flight`];
  if (recordsPerSecond === undefined)
    return firstFitting([[long, ...flight].join('   '), long], columns);
  const [answers, shortAnswers] = answerTexts(facts);
  const [repeats, shortRepeats] =
    again === 0 ? [[], []] : [[`${count(again)} sent again`], [`${count(again)} again`]];
  const speed = `${shortNumber(recordsPerSecond)} records/s`;
  const forms = [
    [speed, long, ...flight, ...answers, ...repeats],
    [speed, short, ...flight, ...shortAnswers, ...shortRepeats],
    [speed, short, ...flight, ...shortRepeats],
    [speed, short, ...shortRepeats],
    [speed.replace(' records', ''), short, ...shortRepeats],
    [short, ...shortRepeats],
  ];
  return firstFitting(
    forms.map((parts) => parts.join('   ')),
    columns,
  );
}

/** A number such as `49.5` or `1,640`. */
export function shortNumber(value: number): string {
  return value < 100 ? String(Math.round(value * 10) / 10) : count(Math.round(value));
}

function answerTexts({ p50Ms, p99Ms }: RateFacts): readonly [string[], string[]] {
  if (p50Ms === undefined || p99Ms === undefined) return [[], []];
  const [half, most] = [answerTime(p50Ms), answerTime(p99Ms)];
  return [[`answers ${half}, 99 of 100 under ${most}`], [`${half}, p99 ${most}`]];
}

function answerTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
