import { options } from '../arguments/options.ts';
import type { CommandTable } from '../arguments/command.ts';
import { exitStatuses } from '../terms/exit-status.ts';
import { optionUsage } from './command-help.ts';

/** The manual page in the format of man, with every command and its options. */
export async function manualPage(commands: CommandTable, version: string): Promise<string> {
  const sections = await Promise.all(
    Object.entries(commands).map(async ([name, listed]) => {
      const { details = [], options: names } = await listed.load();
      return [
        `.SS chatferry ${escaped([name, listed.positionals].filter(Boolean).join(' '))}`,
        ...[listed.summary, ...details].flatMap((each) => [escaped(each), '.PP']),
        ...names.flatMap((each) => [
          '.TP',
          `.B ${escaped(optionUsage(each))}`,
          escaped(options[each].help),
        ]),
      ];
    }),
  );
  return [
    `.TH CHATFERRY 1 "" "chatferry ${version}"`,
    '.SH NAME',
    'chatferry \\- move users, groups, members and messages into the hosted service',
    '.SH SYNOPSIS',
    '.B chatferry',
    '.I COMMAND',
    '[ARGUMENT...] [OPTION...]',
    '.SH COMMANDS',
    ...sections.flat(),
    '.SH EXIT STATUS',
    ...Object.values(exitStatuses).flatMap(({ status, means }) => [
      '.TP',
      `.B ${status}`,
      escaped(means),
    ]),
    '.SH ENVIRONMENT',
    '.TP',
    '.B CHATFERRY_API_KEY',
    'The API key of the app. There is no option for it.',
    '',
  ].join('\n');
}

/** Escapes backslashes, hyphens, and a dot or a quote at the beginning of a line, which have a meaning in man. */
function escaped(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(?=[.'])/, '\\&');
}
