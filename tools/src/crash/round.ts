import type { BulkSize } from '../generate/bulk-forum.ts';
import type { Mode } from './fault-rules.ts';
import type { Ending } from '../processes/command-process.ts';

export interface RoundOptions {
  /** The seed of all random choices. The speed of the processes does not depend on it. */
  readonly seed: number;
  readonly faultShare: number;
  /** Whether to kill the service too, before about every fourth start of the importer. */
  readonly killService: boolean;
  readonly messages: number;
  readonly mode?: Mode;
  /** Maximum number of kills. */
  readonly killsLeft: number;
}

export interface RoundResult {
  /** Importers that were killed before they were done. */
  readonly kills: number;
  readonly serviceKills: number;
  /** Records of people who used the app during the round. */
  readonly strangers?: number;
  /** A description of each mistake. */
  readonly mistakes: readonly string[];
}

/** Runs a round in a folder of its own. */
export type RoundOf = (folder: string, options: RoundOptions) => Promise<RoundResult>;

/** The forum of a round: small, with records of every kind unless stated otherwise. */
export function forumOf(
  { seed, messages }: Pick<RoundOptions, 'seed' | 'messages'>,
  other: Partial<BulkSize> = {},
): BulkSize {
  return {
    users: 60,
    groups: 8,
    memberships: 160,
    messages,
    seed,
    now: Math.floor(Date.now() / 1000),
    deactivatedEvery: 2,
    hasFollowUps: true,
    ...other,
  };
}

/** A mistake unless the command succeeded. */
export function notDone(
  command: string,
  { status, said }: Pick<Ending, 'status' | 'said'>,
): readonly string[] {
  return status === 0 ? [] : [`The ${command} ended with ${status}:\n${said}`];
}
