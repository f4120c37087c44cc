import { count, type Kind } from '@chatferry/contract';
import type { RunProgress } from '@chatferry/job/planned';
import { paceTexts } from '../screens/pace-text.ts';
import { percent } from '../screens/percent.ts';
import { lossText } from './loss-text.ts';
import { endTexts, percentOf } from './run-drawing.ts';

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
