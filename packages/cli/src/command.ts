import type { OptionName, OptionValues } from './arguments/options.ts';
import type { ExitStatus } from './exit-status.ts';
import type { Io } from './io.ts';

/** One command of the command line. `commands.ts` has its name, its summary and its arguments. */
export interface Command<Name extends OptionName = OptionName> {
  /** Further paragraphs for the help of the command, without line breaks. */
  readonly details?: readonly string[];
  readonly options: readonly Name[];
  readonly body: (
    values: OptionValues<Name>,
    positionals: readonly string[],
    io: Io,
  ) => Promise<ExitStatus>;
}

/** Keeps the option names of a command together with its body, so that it can only use what it declares. */
export function command<const Name extends OptionName>(definition: Command<Name>): Command {
  return definition;
}
