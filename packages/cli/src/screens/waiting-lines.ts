import { duration } from '@chatferry/job/planned';
import { clockSecond } from './clock-text.ts';
import type { Frame } from './live.ts';
import { cutToWidth, textWidth } from './text-width.ts';

/** Least columns of a message that is cut. */
const LEAST_MESSAGE = 20;

/**
 * Why work waits, and when it goes on. The message is foreign text, and is cut; the time is not.
 *
 * @param until milliseconds since 1970; undefined where that is not known
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

/** On one line, without the full stop. */
export function sentence(message: string): string {
  return message.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
