import { rmSync, statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Kind } from '@chatferry/contract';
import { openPlan, PlanCompiler, type PlanInput, type PlanSummary } from '@chatferry/planner';
import type { JobFolder } from '../job/job-folder.ts';
import { LinesFile } from '../job/lines-file.ts';
import { writeIdMap } from './id-map-file.ts';
import type { Rules } from './plan-settings.ts';
import { rejectLine } from './reject-line.ts';
import type { Source } from './source.ts';

/** How far the planning has come. */
export type PlanningProgress =
  | { readonly step: 'reading'; readonly file: string; readonly rows: number }
  | {
      readonly step: 'batching';
      readonly kind: Kind;
      readonly done: number;
      readonly total: number;
    };

export interface Compilation {
  readonly job: JobFolder;
  /** In the order of the kinds. */
  readonly sources: readonly Source[];
  readonly rules: Rules;
  /** The settings that shaped the rows, kept in the plan. */
  readonly config: unknown;
  /** Of chatferry. */
  readonly version: string;
  readonly signal?: AbortSignal | undefined;
  /** Told how many rows there were once all are read; what it throws leaves everything as it was. */
  readonly onRead?: ((rows: number) => void) | undefined;
  readonly onProgress?: ((progress: PlanningProgress) => void) | undefined;
}

/**
 * Reads all sources to their ends and makes the plan, `rejects.jsonl` and `id-map.csv` from them.
 *
 * The plan appears when it is complete; whatever stops the work before leaves no plan behind, or the one from before.
 *
 * @throws {InputError} for a source that cannot be read on
 * @throws {PlanError}
 * @throws the signal's reason
 */
export async function compilePlan(compilation: Compilation): Promise<PlanSummary> {
  const { job, sources, rules, config, version, signal, onRead, onProgress } = compilation;
  using rejects = new LinesFile(job.rejects);
  using compiler = new PlanCompiler(
    job.plan,
    rules.plan,
    (reject) => rejects.write(rejectLine(reject)),
    sources.reduce((sum, { path }) => sum + (path === undefined ? 0 : statSync(path).size), 0),
  );

  const inputs: PlanInput[] = [];
  let total = 0;
  for (const source of sources) {
    const { blocks, described } = source.open(rules.read, signal);
    let rows = 0;
    for await (const block of blocks) {
      signal?.throwIfAborted();
      compiler.add(block);
      rows += block.records - block.parts.length + block.rejected.length;
      block.release?.();
      onProgress?.({ step: 'reading', file: source.file, rows });
    }
    inputs.push(await described());
    total += rows;
  }
  onRead?.(total);

  // A process killed between here and the end leaves a plan without rejects.jsonl, which is then planned again.
  // What was verified and reported is of the plan that goes.
  for (const file of [job.rejects, job.idMap, job.verification, job.report])
    rmSync(file, { force: true });
  const finishing = compiler.finishing({ inputs, config, version });
  let step = finishing.next();
  for (; step.done !== true; step = finishing.next()) {
    onProgress?.({ step: 'batching', ...step.value });
    await turn(); // Lets Ctrl-C in.
    signal?.throwIfAborted();
  }
  rejects.finish();
  using plan = openPlan(job.plan);
  writeIdMap(plan, job.idMap);
  return step.value;
}
