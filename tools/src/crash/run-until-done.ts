import type { Ending } from '../processes/command-process.ts';
import { type ImporterOptions, type Moment, runImporter } from './importer.ts';

interface Kills {
  /** The most kills of the importer. */
  readonly most: number;
  readonly moment: () => Moment;
  readonly afterKill?: () => Promise<void>;
  /** Whether an importer that ended by itself is done. Default: always. */
  readonly isDone?: (ending: Ending) => boolean;
  /** The number of ends without a kill after which the importer counts as done. Default: 60. */
  readonly mostEnds?: number;
}

/** Starts an importer again and again, and kills it at random moments, until it is done. */
export async function runUntilDone(
  importer: ImporterOptions,
  { most, moment, afterKill, isDone = () => true, mostEnds = 60 }: Kills,
): Promise<{ readonly kills: number; readonly ending: Ending }> {
  let [kills, ends] = [0, 0];
  for (;;) {
    const ending = await runImporter(importer, kills < most ? moment() : undefined);
    if (ending.killed) {
      kills++;
      await afterKill?.();
    } else if (++ends === mostEnds || isDone(ending)) return { kills, ending };
  }
}
