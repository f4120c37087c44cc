import { count, counted, kindsInOrder } from '@chatferry/contract';
import { duration, type RunProgress } from '@chatferry/job/planned';
import type { Rate } from '@chatferry/runner';
import { clockMinute } from '../screens/clock-text.ts';
import { rateLine } from '../screens/rate-line.ts';

/** The rates of a run. A quota that `rate` has set has lines of its own, and they say what it means for each kind. */
export function rateLines(run: RunProgress, columns: number): string[] {
  const changed = changedLines(run);
  const isMeasured = run.recordsPerSecond !== undefined;
  return [...changed, ...(isMeasured || changed.length === 0 ? [rateLine(run, columns)] : [])];
}

function changedLines({ quota, given, quotaSince, kinds }: RunProgress): string[] {
  if (given === undefined || given === quota) return [];
  const since = quotaSince === undefined ? '' : ` since ${clockMinute(Date.parse(quotaSince))}`;
  const left = kindsInOrder.flatMap((kind): string[] => {
    const ms = kinds[kind]?.remainingMs ?? 0;
    return ms === 0 ? [] : [`${kind} ${duration(ms)}`];
  });
  return [
    `${quotaText(quota)}${since} (rate); ${given === 'unlimited' ? 'none' : count(given)} was given`,
    ...(left.length < 2 ? [] : [`of the time left: ${left.join(', ')}`]),
  ];
}

export function quotaText(quota: Rate): string {
  return quota === 'unlimited' ? 'no quota' : `quota ${counted(quota, 'request')}/min`;
}
