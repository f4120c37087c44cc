import type { OptionName, OptionValues } from './options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '@chatferry/output/terms/io';

/** One command of the command line. Its name, its summary and its arguments are in `commands.ts`. */
export interface Command<Name extends OptionName = OptionName> {
  /** Further paragraphs for the help of the command, without line breaks. */
  readonly details?: readonly string[];
  readonly options: readonly Name[];
  readonly body: (
    values: OptionValues<Name>,
    positionals: readonly string[],
    io: Io,
    all: CommandTable,
  ) => Promise<CommandOutcome>;
}

/** A command in the overview. */
export interface ListedCommand {
  /** One sentence for the overview. */
  readonly summary: string;
  /** The arguments that are not options, in the form of the help: `[INPUT…]`. */
  readonly positionals?: string;
  /** Imports the module of the command. All commands together have some hundred modules, and a process runs one command. */
  readonly load: () => Promise<Command>;
}

/** All commands by name. */
export type CommandTable = Readonly<Record<string, ListedCommand>>;

/** Ties the option names of a command to its body, so that the body can only use declared options. */
export function command<const Name extends OptionName>(definition: Command<Name>): Command {
  return definition;
}
