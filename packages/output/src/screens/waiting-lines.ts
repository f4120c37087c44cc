import { duration } from '@chatferry/job/planned';
import { clockSecond } from './clock-text.ts';
import type { Frame } from './live.ts';
import { cutToWidth, textWidth } from './text-width.ts';

/** The fewest columns of a cut message. */
const LEAST_MESSAGE = 20;

/**
 * Why work waits, and when it continues. The message comes from elsewhere and may be cut; the time is never cut.
 *
 * @param until milliseconds since 1970; undefined when it is not known
 */
export function waitingLines(
  message: string,
  until: number | undefined,
  { columns, now }: Frame,
): string[] {
  const text = sentence(message);
  if (until === undefined) return [cutToWidth(`waiting: ${text}`, columns)];
  const next = `Next try ${clockSecond(until)} (in ${duration(Math.max(until - now, 0))})`;
  const space = columns - textWidth(`waiting: . ${next}`);
  return space < Math.min(LEAST_MESSAGE, textWidth(text))
    ? [cutToWidth(`waiting: ${text}`, columns), next]
    : [`waiting: ${cutToWidth(text, space)}. ${next}`];
}

/** The message on one line, without the full stop. */
export function sentence(message: string): string {
  return message.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
