import type { OptionName, OptionValues } from './options.ts';
import type { CommandOutcome } from '../terms/exit-status.ts';
import type { Io } from '../terms/io.ts';

/** One command of the command line. `commands.ts` has its name, its summary and its arguments. */
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

/** A command as the overview shows it. */
export interface ListedCommand {
  /** One sentence for the overview. */
  readonly summary: string;
  /** The arguments that are not options, as the help shows them: `[INPUT…]`. */
  readonly positionals?: string;
  /** Imports the module of the command. All commands together have some hundred modules, and a process runs one. */
  readonly load: () => Promise<Command>;
}

/** All commands by their names. */
export type CommandTable = Readonly<Record<string, ListedCommand>>;

/** Keeps the option names of a command together with its body, so that it can only use what it declares. */
export function command<const Name extends OptionName>(definition: Command<Name>): Command {
  return definition;
}
