import type { Option } from '../arguments/values.ts';
import { type OptionName, options } from '../arguments/options.ts';
import type { Command, ListedCommand } from '../arguments/command.ts';
import { usage, WIDTH } from './help.ts';
import { wrap } from '@chatferry/output/printing/wrap';

/** The output of `chatferry NAME --help`. */
export function helpOf(name: string, listed: ListedCommand, command: Command): string[] {
  const width = Math.max(...command.options.map((each) => optionUsage(each).length));
  return [
    `chatferry ${usage(name, listed)} [OPTION…]`,
    '',
    ...[listed.summary, ...(command.details ?? [])].map((each) => `  ${wrap(each, WIDTH, 2)}\n`),
    'Options',
    ...command.options.map(
      (each) =>
        `  ${optionUsage(each).padEnd(width)}  ${wrap(options[each].help, WIDTH, width + 4)}`,
    ),
  ]
    .join('\n')
    .split('\n');
}

/** An option with its placeholder for the value. */
export function optionUsage(name: OptionName): string {
  const { value, negatable }: Option = options[name];
  return `--${negatable === true ? '[no-]' : ''}${name}${value === undefined ? '' : ` ${value}`}`;
}
