import type { CommandTable, ListedCommand } from '../arguments/command.ts';
import { exitStatuses } from '../terms/exit-status.ts';
import { wrap } from '@chatferry/output/printing/wrap';

export const WIDTH = 100;

/** The output of `chatferry --help`. */
export function overview(commands: CommandTable): string[] {
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

/** A command with its arguments, for both helps. */
export function usage(name: string, { positionals }: ListedCommand): string {
  return positionals === undefined ? name : `${name} ${positionals}`;
}
