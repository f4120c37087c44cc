import { rmSync } from 'node:fs';
import path from 'node:path';
import { randomKills } from './random-kills.ts';
import type { RoundOf, RoundOptions } from './round.ts';

export interface SeriesOptions extends Omit<RoundOptions, 'killsLeft'> {
  /** Number of importers to kill in total. */
  readonly kills: number;
  /** Runs a round. Default: imports, and kills the importer. */
  readonly roundOf?: RoundOf;
}

export interface SeriesProgress {
  /** The number of the round, from 1. */
  readonly round: number;
  /** Importers killed so far, in all rounds. */
  readonly kills: number;
  readonly serviceKills: number;
  /** Records of people who used the apps during the rounds. */
  readonly strangers: number;
  /** The mistakes found after this round. The series ends with the first mistake. */
  readonly mistakes: readonly string[];
}

/**
 * Runs rounds, in which an importer is killed repeatedly, until the wanted number of kills is reached. The folder of a round with a
 * mistake stays.
 */
export async function* killSeries(
  folder: string,
  { kills: wanted, seed, roundOf = randomKills, ...options }: SeriesOptions,
): AsyncGenerator<SeriesProgress> {
  let kills = 0;
  let serviceKills = 0;
  let strangers = 0;
  for (let round = 1; kills < wanted; round++) {
    const place = path.join(folder, String(round));
    const result = await roundOf(place, {
      ...options,
      seed: seed * 10_000 + round,
      killsLeft: wanted - kills,
    });
    kills += result.kills;
    serviceKills += result.serviceKills;
    strangers += result.strangers ?? 0;
    yield { round, kills, serviceKills, strangers, mistakes: result.mistakes };
    if (result.mistakes.length > 0) return;
    rmSync(place, { recursive: true });
  }
}
