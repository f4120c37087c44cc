import type { BulkSize } from '../../generate/bulk-forum.ts';

/** How large the generated inputs are. */
interface PlanSize extends BulkSize {
  /** The channels in exports of systems. */
  readonly channels: number;
  readonly files: number;
}

/** A process to measure. */
export interface Measurable {
  readonly script: string | URL;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** A plan, and what it is compared with in the same run. */
export interface Comparison {
  readonly name: string;
  /** What the plan is compared with, such as a bare pass over the same files. */
  readonly with: string;
  readonly bare: Measurable;
  readonly plan: Measurable;
  /** How much longer the plan may take. */
  readonly allowed: number;
  /** How many rows there are, where the bare pass does not count them. */
  readonly rows?: number;
}

/**
 * Makes an input in an empty folder, and names what is measured; what it has made is removed with the folder. Each comparison is
 * measured before the next one is made.
 */
export type PlanInput = (folder: string, size: PlanSize) => AsyncIterable<Comparison>;

/** The command that plans. */
export function planning(script: string, job: string, ...args: readonly string[]): Measurable {
  return { script, args: ['plan', ...args, '--job', job, '--quiet'] };
}
