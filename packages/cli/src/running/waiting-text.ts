import { count, counted } from '@chatferry/contract';
import type { ReasonToWait } from '@chatferry/job/planned';

const reasons: readonly (readonly [reason: ReasonToWait, text: string])[] = [
  ['missing', 'for a record that is missing'],
  ['taken-id', 'for an id that another row has'],
  ['removals', 'for --max-removals'],
];

/** How many changed rows wait, and for what; undefined when none does. */
export function waitingText(waiting: Readonly<Record<ReasonToWait, number>>): string | undefined {
  const held = reasons.filter(([reason]) => waiting[reason] > 0);
  if (held.length === 0) return undefined;
  const rows = held.reduce((sum, [reason]) => sum + waiting[reason], 0);
  const parts = held.map(([reason, text]) => `${count(waiting[reason])} ${text}`);
  return `${counted(rows, 'changed row waits', 'changed rows wait')}: ${parts.join(', ')}.`;
}
