import type { Clock } from '@chatferry/client';
import type { Follower } from '../following/follower.ts';
import type { FollowerPorts } from '../following/follower-ports.ts';
import { runCommand, type CommandEnd } from './operator-command.ts';
import type { CutOverOptions, CutOverReason, OperatorStep } from './cut-over-options.ts';
import type { KeptCutOver } from './kept-cut-over.ts';

/** A command of the operator may take so long. */
const COMMAND_MS = 5 * 60_000;

/** What the states of a cut-over share while its process runs. */
export interface CutOverContext {
  readonly options: CutOverOptions;
  readonly kept: KeptCutOver;
  readonly follower: Follower;
  readonly ports: FollowerPorts;
  readonly clock: Clock;
  /** What the operator has to deal with. */
  reason?: CutOverReason | undefined;
  /** An error that ends the command when people can write again. */
  error?: unknown;
  /** Records that the last comparison did not find as planned. */
  different: number;
  rejected: number;
  /** How long people could not write, when they can again. */
  closedMs?: number;
}

/**
 * Lets the operator do a step: by a command, or by a person who states that it is done.
 *
 * @throws the signal's reason, where a person is asked
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
