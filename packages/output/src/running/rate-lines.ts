import { quotaText } from '../screens/pace-text.ts';
import { count, kindsInOrder } from '@chatferry/contract';
import { duration, type RunProgress } from '@chatferry/job/planned';
import { clockMinute } from '../screens/clock-text.ts';
import { rateLine } from '../screens/rate-line.ts';
import { firstFitting } from '../screens/text-width.ts';

/** The rates of a run. A quota from `chatferry rate` has additional lines, with the time left for each kind. */
export function rateLines(run: RunProgress, columns: number): string[] {
  const changed = changedLines(run, columns);
  const isMeasured = run.recordsPerSecond !== undefined;
  return [...changed, ...(isMeasured || changed.length === 0 ? [rateLine(run, columns)] : [])];
}

function changedLines({ quota, given, quotaSince, kinds }: RunProgress, columns: number): string[] {
  if (given === undefined || given === quota) return [];
  const since = quotaSince === undefined ? '' : ` since ${clockMinute(Date.parse(quotaSince))}`;
  const left = kindsInOrder.flatMap((kind): string[] => {
    const ms = kinds[kind]?.remainingMs ?? 0;
    return ms === 0 ? [] : [`${kind} ${duration(ms)}`];
  });
  const before = given === 'unlimited' ? 'none' : count(given);
  const times = left.join(', ');
  return [
    firstFitting(
      [
        `${quotaText(quota)}${since} (rate); ${before} was given`,
        `${quotaText(quota)}; ${before} was given`,
        quotaText(quota),
      ],
      columns,
    ),
    ...(left.length < 2 ? [] : [firstFitting([`of the time left: ${times}`, times], columns)]),
  ];
}
