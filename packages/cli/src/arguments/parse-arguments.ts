import { parseArgs } from 'node:util';
import { Refusal } from '@chatferry/contract/refusal';
import { didYouMean } from '@chatferry/contract';
import type { Option } from './values.ts';
import { type OptionName, options, type OptionValues } from './options.ts';

export interface Arguments<Name extends OptionName> {
  readonly values: OptionValues<Name>;
  readonly positionals: readonly string[];
}

/**
 * Reads the arguments of one command. Refuses unknown arguments, with a suggestion, so that a typing error never
 * starts an import.
 *
 * @throws {Refusal}
 */
export function parseArguments<const Name extends OptionName>(
  args: readonly string[],
  names: readonly Name[],
): Arguments<Name> {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((name) => [name, typeOf(name)])),
    allowPositionals: true,
    allowNegative: true,
    strict: false, // This function checks the tokens and words the refusals.
    tokens: true,
  });

  const values: Partial<Record<OptionName, unknown>> = {};
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const name = names.find((each) => each === token.name);
    if (name === undefined) throw unknownOption(token.rawName, names);
    if (name in values) throw new Refusal(`--${name} is given twice.`, 'Leave one of them out.');
    values[name] = valueOf(name, token);
  }
  return { values: values as OptionValues<Name>, positionals };
}

function typeOf(name: OptionName): { type: 'string' | 'boolean'; short?: string } {
  if (name === 'help') return { type: 'boolean', short: 'h' };
  return { type: 'read' in options[name] ? 'string' : 'boolean' };
}

function valueOf(
  name: OptionName,
  token: { rawName: string; value?: string | undefined },
): unknown {
  const option: Option = options[name];
  const given = token.value;
  if (option.read === undefined) {
    if (given !== undefined)
      throw new Refusal(`--${name} takes no value, but is given '${given}'.`);
    const negative = token.rawName.startsWith('--no-');
    if (negative && option.negatable !== true)
      throw new Refusal(`There is no option '${token.rawName}'.`, `Leave --${name} out instead.`);
    return !negative;
  }
  if (given === undefined || (given.startsWith('--') && given in dashed))
    throw new Refusal(`--${name} needs a value: --${name} ${option.value}.`);
  return option.read(given, `--${name}`);
}

/** All options with their dashes: an option cannot be the value of another option. */
const dashed = Object.fromEntries(Object.keys(options).map((name) => [`--${name}`, true]));

function unknownOption(typed: string, names: readonly OptionName[]): Refusal {
  if (/key|secret|token|password/i.test(typed))
    return new Refusal(
      `There is no option '${typed}': arguments can be read by every user of the machine, and are kept in the history of the shell.`,
      'Set the environment variable CHATFERRY_API_KEY, or name another variable in the configuration: apiKey: ${NAME}.',
    );
  const plain = typed.replace(/^-+/, '');
  if (plain in options)
    return new Refusal(
      `This command does not take '${typed}'.`,
      'See which options it takes with --help.',
    );
  return new Refusal(
    `There is no option '${typed}'.${didYouMean(plain, names, '--')}`,
    'See the options with --help.',
  );
}
