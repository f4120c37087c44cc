import packageJson from '../package.json' with { type: 'json' };
import { commands } from './commands.ts';
import {
  type CommandOutcome,
  type ExitStatus,
  exitStatuses,
  statusOf,
} from './terms/exit-status.ts';
import type { Failure } from './terms/failure.ts';
import { overview } from './describing/help.ts';
import type { Io } from '@chatferry/output/terms/io';
import { printableIo } from '@chatferry/output/printing/printable';
import { programName } from './printing/program-name.ts';
import { Refusal } from '@chatferry/contract/refusal';
import type { Result } from '@chatferry/output/results/results';

/**
 * Runs the whole command line, from the arguments after `chatferry` to the exit status.
 *
 * Never rejects. It prints the error of a command on `io.err`: as a sentence with its fix when the user or the service
 * caused the error, and with the stack when the error is a defect of chatferry.
 */
export async function chatferry(args: readonly string[], unsafeIo: Io): Promise<ExitStatus> {
  const io = printableIo(unsafeIo);
  try {
    return statusOf(await dispatch(args, io));
  } catch (error) {
    const { explainFailure } = await import('./terms/failure.ts');
    const failure = explainFailure(error, packageJson.version);
    const status = statusOf(failure.outcome);
    for (const line of [...failure.message, ...failure.fix]) io.err(line);
    if (args.includes('--json')) io.out(errorJson(failure));
    return status;
  }
}

/** The error that ended a command, as JSON with the same content as on stderr. */
function errorJson({ outcome, code, message, fix }: Failure): string {
  const result: Result = {
    type: 'error',
    status: exitStatuses[outcome].status,
    ...(code === undefined ? {} : { code }),
    message: message.join('\n'),
    ...(fix.length === 0 ? {} : { fix: fix.join('\n') }),
  };
  return JSON.stringify(result);
}

async function dispatch([name, ...rest]: readonly string[], io: Io): Promise<CommandOutcome> {
  if (name === undefined) {
    for (const line of overview(commands)) io.err(line);
    return 'refused';
  }
  if (['--help', '-h', 'help'].includes(name) && !Object.hasOwn(commands, rest[0] ?? '')) {
    for (const line of overview(commands)) io.out(line);
    return 'done';
  }
  if (name === '--version' || name === '-v' || name === '-V') {
    io.out(packageJson.version);
    return 'done';
  }
  const [word, args] = name === 'help' ? [rest[0]!, ['--help']] : [name, rest];
  const listed = Object.hasOwn(commands, word) ? commands[word] : undefined;
  if (listed === undefined) throw await unknownCommand(word, io);
  const command = await listed.load();
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    const { helpOf } = await import('./describing/command-help.ts');
    for (const line of helpOf(word, listed, command)) io.out(line);
    return 'done';
  }
  const { parseArguments } = await import('./arguments/parse-arguments.ts');
  const { values, positionals } = parseArguments(args, command.options);
  if (listed.positionals === undefined && positionals.length > 0)
    throw new Refusal(
      `chatferry ${word} takes no argument '${positionals[0]}'.`,
      `See its arguments with: ${programName(io.env)} ${word} --help`,
    );
  await import('./terms/failure.ts'); // Loaded early: when too many files are open, the import would fail.
  return command.body(values, positionals, io, commands);
}

async function unknownCommand(word: string, io: Io): Promise<Refusal> {
  const { didYouMean } = await import('@chatferry/contract');
  const what = word.startsWith('-')
    ? 'The first argument must be a command'
    : `There is no command '${word}'`;
  return new Refusal(
    `${what}.${didYouMean(word, Object.keys(commands))}`,
    `See the commands with: ${programName(io.env)} --help`,
  );
}
