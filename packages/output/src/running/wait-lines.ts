import type { NextCommand } from '../printing/next-command.ts';
import { duration, type WaitFacts } from '@chatferry/job/planned';
import type { Rate } from '@chatferry/runner';
import { clockMinute, clockSecond } from '../screens/clock-text.ts';
import type { Frame } from '../screens/live.ts';
import { firstFitting, fits } from '../screens/text-width.ts';
import { sentence, waitingLines } from '../screens/waiting-lines.ts';

/** The commands that end a wait. */
export interface WaitCommands {
  readonly resume: string;
  /** @param quota requests a minute */
  readonly rate: (quota: string) => string;
}

export function waitCommands(next: NextCommand): WaitCommands {
  return { resume: next('resume'), rate: (quota) => next('rate', quota) };
}

/** Why a run waits, and the command that ends the wait. A command is never cut: if it does not fit, it has a line of its own. */
export function waitLines(
  wait: WaitFacts,
  quota: Rate,
  commands: WaitCommands,
  frame: Frame,
): string[] {
  const { columns, now } = frame;
  const since = clockMinute(Date.parse(wait.since));
  const until = wait.until === undefined ? undefined : Date.parse(wait.until);
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
        firstFitting(noRateTexts(wait, now), columns),
        ...withCommand(['send now with:'], commands.rate('20'), columns),
      ];
    case 'rate-limited':
      return [
        ...waitingLines(wait.message, until, frame),
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
      return [...waitingLines(wait.message, until, frame), ...giveUpLines(wait, columns)];
  }
}

/** Like `waitLines`, as one line of a log. */
export function waitText(wait: WaitFacts, commands: WaitCommands, now: number): string {
  if (wait.why === 'paused') return `paused by chatferry pause; resume with: ${commands.resume}`;
  if (wait.why === 'no-rate')
    return `${noRateTexts(wait, now)[0]}; send now with: ${commands.rate('20')}`;
  const next = wait.until === undefined ? '' : `; next try ${clockSecond(Date.parse(wait.until))}`;
  const end =
    wait.givesUpAt === undefined ? '' : `; gives up at ${clockMinute(Date.parse(wait.givesUpAt))}`;
  return `waiting: ${sentence(wait.message)}${next}${end}`;
}

function noRateTexts({ until, message }: WaitFacts, now: number): readonly [string, string] {
  if (until === undefined) return [`waiting: ${sentence(message)}`, sentence(message)];
  const at = Date.parse(until);
  const [time, left] = [clockMinute(at), duration(at - now)];
  return [
    `no requests until ${time} (timetable), in ${left}`,
    `no requests until ${time}, in ${left}`,
  ];
}

function giveUpLines({ givesUpAt }: WaitFacts, columns: number): string[] {
  if (givesUpAt === undefined) return [];
  const text = `gives up at ${clockMinute(Date.parse(givesUpAt))}`;
  const long = `${text} (--give-up-after); the next run continues`;
  return [fits(long, columns) ? long : text];
}

/** @param texts from long to short */
function withCommand(texts: readonly string[], command: string, columns: number): string[] {
  const onOne = texts.map((text) => `${text} ${command}`).find((line) => fits(line, columns));
  if (onOne !== undefined) return [onOne];
  return [texts.find((text) => fits(text, columns)) ?? texts.at(-1)!, command];
}
