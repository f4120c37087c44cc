import { counted } from '@chatferry/contract';
import { duration, type RunProgress } from '@chatferry/job/planned';
import { agoText, clockMinute } from '../screens/clock-text.ts';
import type { Frame } from '../screens/live.ts';
import { firstFitting } from '../screens/text-width.ts';

/** The latest trouble and its age. It stays visible after the trouble has ended. */
export function troubleLines({ lastTrouble }: RunProgress, { columns, now }: Frame): string[] {
  if (lastTrouble === undefined) return [];
  const { code, again } = lastTrouble;
  const [since, at] = [Date.parse(lastTrouble.since), Date.parse(lastTrouble.at)];
  const lasted = at - since < 1000 ? '' : ` for ${duration(at - since)}`;
  const repeats = again === 0 ? '' : `, ${counted(again, 'request')} sent again`;
  return [
    firstFitting(
      [
        `last trouble ${agoText(at, now)}: ${code}${lasted}${repeats}`,
        `last trouble ${agoText(at, now)}: ${code}${lasted}`,
        `trouble ${clockMinute(at)}: ${code}${lasted}`,
      ],
      columns,
    ),
  ];
}
