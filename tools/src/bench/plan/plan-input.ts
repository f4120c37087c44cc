import type { BulkSize } from '../../generate/bulk-forum.ts';

/** The sizes of the generated inputs. */
interface PlanSize extends BulkSize {
  /** The number of channels in exports of chat systems. */
  readonly channels: number;
  readonly files: number;
}

/** A process to measure. */
export interface Measurable {
  readonly script: string | URL;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** A plan, and the process to compare it with in the same run. */
export interface Comparison {
  readonly name: string;
  /** The name of the other process, such as a bare pass over the same files. */
  readonly with: string;
  readonly bare: Measurable;
  readonly plan: Measurable;
  /** How many times longer the plan may take. */
  readonly allowed: number;
  /** The number of rows, if the bare pass does not count them. */
  readonly rows?: number;
}

/**
 * Writes an input into an empty folder, and yields the comparisons to measure. Each comparison is measured before the next one is
 * requested. The caller removes the folder.
 */
export type PlanInput = (folder: string, size: PlanSize) => AsyncIterable<Comparison>;

/** The command `plan`. */
export function planning(script: string, job: string, ...args: readonly string[]): Measurable {
  return { script, args: ['plan', ...args, '--job', job, '--quiet'] };
}
