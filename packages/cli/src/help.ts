import { type Option, type OptionName, options } from './arguments/options.ts';
import type { Command } from './command.ts';
import { exitStatuses } from './exit-status.ts';
import { wrap } from './printing/wrap.ts';

const WIDTH = 100;

/** The output of `chatferry --help`. */
export function overview(commands: Readonly<Record<string, Command>>): string[] {
  const width = Math.max(
    ...Object.entries(commands).map(([name, command]) => usage(name, command).length),
  );
  return [
    'Moves the users, groups, members and messages of a chat system into the hosted service.',
    '',
    ...Object.entries(commands).map(
      ([name, command]) =>
        `  chatferry ${usage(name, command).padEnd(width)}  ${wrap(command.summary, WIDTH, width + 14)}`,
    ),
    '',
    'INPUT is a folder, a file, or - for stdin. Formats: csv, json and ndjson, also as .gz and .zst.',
    'chatferry COMMAND --help shows the options of a command, chatferry --version the version.',
    '',
    'Exit status',
    ...Object.values(exitStatuses).map(
      ({ status, means }) => `  ${String(status).padStart(3)}  ${wrap(means, WIDTH, 7)}`,
    ),
  ]
    .join('\n')
    .split('\n');
}

/** The output of `chatferry NAME --help`. */
export function helpOf(name: string, command: Command): string[] {
  const width = Math.max(...command.options.map((each) => usageOf(each).length));
  return [
    `chatferry ${usage(name, command)} [OPTION…]`,
    '',
    ...[command.summary, ...(command.details ?? [])].map((each) => `  ${wrap(each, WIDTH, 2)}\n`),
    'Options',
    ...command.options.map(
      (each) => `  ${usageOf(each).padEnd(width)}  ${wrap(options[each].help, WIDTH, width + 4)}`,
    ),
  ]
    .join('\n')
    .split('\n');
}

function usage(name: string, { positionals }: Command): string {
  return positionals === undefined ? name : `${name} ${positionals}`;
}

function usageOf(name: OptionName): string {
  const option: Option = options[name];
  if (option.negatable === true) return `--[no-]${name}`;
  return option.value === undefined ? `--${name}` : `--${name} ${option.value}`;
}
