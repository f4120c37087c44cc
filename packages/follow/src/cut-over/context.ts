import type { Clock } from '@chatferry/client';
import type { Follower } from '../following/follower.ts';
import type { FollowerPorts } from '../following/follower-ports.ts';
import { runCommand, type CommandEnd } from './operator-command.ts';
import type { CutOverOptions, CutOverReason, OperatorStep } from './cut-over-options.ts';
import type { KeptCutOver } from './kept-cut-over.ts';

/** The longest time of an operator's command. */
const COMMAND_MS = 5 * 60_000;

/** The state that the steps of a cut-over share while its process runs. */
export interface CutOverContext {
  readonly options: CutOverOptions;
  readonly kept: KeptCutOver;
  readonly follower: Follower;
  readonly ports: FollowerPorts;
  readonly clock: Clock;
  /** The reason that the operator has to deal with. */
  reason?: CutOverReason | undefined;
  /** An error that ends the command after people can write again. */
  error?: unknown;
  /** Records that the last comparison found not as planned. */
  different: number;
  rejected: number;
  /** How long people could not write; set when they can write again. */
  closedMs?: number;
}

/**
 * Lets the operator do a step: by a command, or by a person who confirms that it is done.
 *
 * @throws the signal's reason, when a person is asked
 */
export async function operate(
  { options }: CutOverContext,
  step: OperatorStep,
  signal: AbortSignal,
  limitMs: number = Infinity,
): Promise<CommandEnd> {
  const { commands, confirm, commandMs = COMMAND_MS, onOutput } = options;
  const line = commands[step];
  if (line !== undefined)
    return await runCommand(line, { limitMs: Math.min(commandMs, limitMs), signal, onOutput });
  await confirm!(step, signal);
  signal.throwIfAborted();
  return { is: 'done' };
}
