import type { RecordBlock } from '@chatferry/contract';
import { join } from 'node:path';
import {
  type ChangedRecord,
  type GoneRecord,
  openPlan,
  type Plan,
  type PlanInput,
  type PlanRules,
  type PlanSummary,
} from '../src/index.ts';
import { planAt, provenance, rules, temporaryFolder } from './rig.ts';

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
export async function after(
  earlier: Plan | undefined,
  blocks: RecordBlock[],
  more: Partial<PlanRules> = {},
  mark = 'l',
): Promise<After> {
  const folder = temporaryFolder();
  const path = join(folder.path, 'plan.sqlite');
  const changed: string[] = [];
  const gone: string[] = [];
  const source = earlier && {
    job: { plan: earlier, marksOf: () => (mark === '' ? undefined : mark.repeat(50)) },
    onChanged: (record: ChangedRecord) => void changed.push(nameOf(record)),
    onGone: (record: GoneRecord) => void gone.push(nameOf(record)),
  };
  const inputs = blocks.map(({ kind, file }): PlanInput => {
    return { kind, file, format: 'csv', bytes: 1, sha256: 'a' };
  });
  await planAt(path, blocks, {
    rules: { ...rules, ...more },
    earlier: source,
    described: async () => ({ ...provenance, inputs }),
  });
  const plan = openPlan(path);
  const close = (): void => {
    plan.close();
    folder[Symbol.dispose]();
  };
  return { plan, summary: plan.summary, changed, gone, [Symbol.dispose]: close };
}
