import path from 'node:path';
import { randomKills, type RoundOptions } from './random-kills.ts';

export interface SeriesOptions extends Omit<RoundOptions, 'killsLeft'> {
  /** Importers to kill in all. */
  readonly kills: number;
}

export interface SeriesProgress {
  /** 1 and up. */
  readonly round: number;
  /** Importers killed so far, in all rounds. */
  readonly kills: number;
  readonly serviceKills: number;
  /** What is wrong after this round; the series ends with it. */
  readonly mistakes: readonly string[];
}

/** Import after import, each killed until it is done, until as many importers were killed as wanted. */
export async function* killSeries(
  folder: string,
  { kills: wanted, seed, ...options }: SeriesOptions,
): AsyncGenerator<SeriesProgress> {
  let kills = 0;
  let serviceKills = 0;
  for (let round = 1; kills < wanted; round++) {
    const result = await randomKills(path.join(folder, String(round)), {
      ...options,
      seed: seed * 10_000 + round,
      killsLeft: wanted - kills,
    });
    kills += result.kills;
    serviceKills += result.serviceKills;
    yield { round, kills, serviceKills, mistakes: result.mistakes };
    if (result.mistakes.length > 0) return;
  }
}
