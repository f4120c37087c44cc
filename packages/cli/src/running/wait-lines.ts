import { duration, type WaitFacts } from '@chatferry/job/planned';
import type { Rate } from '@chatferry/runner';
import { clockMinute, clockSecond } from '../screens/clock-text.ts';
import type { Frame } from '../screens/live.ts';
import { cutToWidth, fits, textWidth } from '../screens/text-width.ts';

/** The commands that end a wait. */
export interface WaitCommands {
  readonly resume: string;
  /** @param quota in requests a minute */
  readonly rate: (quota: string) => string;
}

/** Least columns of a message that is cut. */
const LEAST_MESSAGE = 20;

/** Why a run waits, and the way on. A command is never cut: it has a line of its own where it does not fit. */
export function waitLines(
  wait: WaitFacts,
  quota: Rate,
  commands: WaitCommands,
  { columns, now }: Frame,
): string[] {
  const since = clockMinute(Date.parse(wait.since));
  switch (wait.why) {
    case 'paused':
      return withCommand(
        [
          `paused at ${since} by \`chatferry pause\`. Resume with:`,
          `paused at ${since}. Resume with:`,
        ],
        commands.resume,
        columns,
      );
    case 'no-rate':
      return [
        `waiting: ${noRateText(wait, now)}`,
        ...withCommand(['send now with:'], commands.rate('20'), columns),
      ];
    case 'rate-limited':
      return [
        ...untilLines(wait, columns, now),
        ...(typeof quota === 'number' && quota > 1
          ? withCommand(
              ['do other programs send to the app? Share its quota with:', 'send less with:'],
              commands.rate(String(Math.floor(quota / 2))),
              columns,
            )
          : []),
      ];
    case 'trouble':
    case 'store':
      return [...untilLines(wait, columns, now), ...giveUpLines(wait, columns)];
  }
}

/** The same on one line of a log. */
export function waitText(wait: WaitFacts, commands: WaitCommands, now: number): string {
  if (wait.why === 'paused') return `paused by chatferry pause; resume with: ${commands.resume}`;
  if (wait.why === 'no-rate')
    return `waiting: ${noRateText(wait, now)}; send now with: ${commands.rate('20')}`;
  const next = wait.until === undefined ? '' : `; next try ${clockSecond(Date.parse(wait.until))}`;
  const end =
    wait.givesUpAt === undefined ? '' : `; gives up at ${clockMinute(Date.parse(wait.givesUpAt))}`;
  return `waiting: ${sentence(wait)}${next}${end}`;
}

function noRateText({ until, message }: WaitFacts, now: number): string {
  if (until === undefined) return message;
  const at = Date.parse(until);
  return `no requests until ${clockMinute(at)} (timetable), in ${duration(at - now)}`;
}

/** The message is foreign text, and is cut; the time is not. */
function untilLines(wait: WaitFacts, columns: number, now: number): string[] {
  const { until } = wait;
  if (until === undefined) return [`waiting: ${sentence(wait)}`];
  const at = Date.parse(until);
  const next = `Next try ${clockSecond(at)} (in ${duration(Math.max(at - now, 0))})`;
  const space = columns - textWidth(`waiting: . ${next}`);
  return space < LEAST_MESSAGE
    ? [cutToWidth(`waiting: ${sentence(wait)}`, columns), next]
    : [`waiting: ${cutToWidth(sentence(wait), space)}. ${next}`];
}

function giveUpLines({ givesUpAt }: WaitFacts, columns: number): string[] {
  if (givesUpAt === undefined) return [];
  const text = `gives up at ${clockMinute(Date.parse(givesUpAt))}`;
  const long = `${text} (--give-up-after); the next run continues`;
  return [fits(long, columns) ? long : text];
}

/** On one line, without the full stop. */
function sentence({ message }: WaitFacts): string {
  return message.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}

/** @param texts from long to short */
function withCommand(texts: readonly string[], command: string, columns: number): string[] {
  const onOne = texts.map((text) => `${text} ${command}`).find((line) => fits(line, columns));
  if (onOne !== undefined) return [onOne];
  return [texts.find((text) => fits(text, columns)) ?? texts.at(-1)!, command];
}
