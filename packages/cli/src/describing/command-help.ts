import type { Option } from '../arguments/option.ts';
import { type OptionName, options } from '../arguments/options.ts';
import type { Command, ListedCommand } from '../arguments/command.ts';
import { usage, WIDTH } from './help.ts';
import { wrap } from '../printing/wrap.ts';

/** The output of `chatferry NAME --help`. */
export function helpOf(name: string, listed: ListedCommand, command: Command): string[] {
  const width = Math.max(...command.options.map((each) => usageOf(each).length));
  return [
    `chatferry ${usage(name, listed)} [OPTION…]`,
    '',
    ...[listed.summary, ...(command.details ?? [])].map((each) => `  ${wrap(each, WIDTH, 2)}\n`),
    'Options',
    ...command.options.map(
      (each) => `  ${usageOf(each).padEnd(width)}  ${wrap(options[each].help, WIDTH, width + 4)}`,
    ),
  ]
    .join('\n')
    .split('\n');
}

function usageOf(name: OptionName): string {
  const option: Option = options[name];
  if (option.negatable === true) return `--[no-]${name}`;
  return option.value === undefined ? `--${name}` : `--${name} ${option.value}`;
}
