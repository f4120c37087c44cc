import type { RecordBlock } from '@chatferry/contract';
import { join } from 'node:path';
import { PlanCompiler } from '../src/compiler.ts';
import {
  type ChangedRecord,
  type GoneRecord,
  openPlan,
  type Plan,
  type PlanInput,
  type PlanRules,
  type PlanSummary,
} from '../src/index.ts';
import { provenance, rules, temporaryFolder } from './rig.ts';

/** A plan that was made after a job, and what it found to differ. */
interface After extends Disposable {
  readonly plan: Plan;
  readonly summary: PlanSummary;
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

function nameOf({ kind, id }: ChangedRecord | GoneRecord): string {
  return `${kind} ${id}`;
}

/**
 * Plans blocks after a job of which all records landed, unless another mark is given.
 *
 * @param mark empty: the job has begun none of its batches
 */
export function after(
  earlier: Plan | undefined,
  blocks: RecordBlock[],
  more: Partial<PlanRules> = {},
  mark = 'l',
): After {
  const folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const changed: string[] = [];
  const gone: string[] = [];
  const source = earlier && {
    job: { plan: earlier, marksOf: () => (mark === '' ? undefined : mark.repeat(50)) },
    onChanged: (record: ChangedRecord) => void changed.push(nameOf(record)),
    onGone: (record: GoneRecord) => void gone.push(nameOf(record)),
  };
  using compiler = new PlanCompiler(path, { ...rules, ...more }, () => {}, 0, undefined, source);
  for (const block of blocks) compiler.add(block);
  const inputs = blocks.map(({ kind, file }): PlanInput => {
    return { kind, file, format: 'csv', bytes: 1, sha256: 'a' };
  });
  const summary = compiler.finish({ ...provenance, inputs });
  const plan = openPlan(path);
  const close = (): void => {
    plan.close();
    folder[Symbol.dispose]();
  };
  return { plan, summary, changed, gone, [Symbol.dispose]: close };
}
