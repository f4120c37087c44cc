import path from 'node:path';
import type { PlanSummary } from '@chatferry/planner';
import {
  type PlanOptions,
  planRows,
  type RowsByKind,
  runJob,
  type RunOutcome,
} from '../../src/index.ts';
import { planRowsOfAllKinds } from '../../src/library/plan-rows.ts';
import type { JobRig } from './job-rig.ts';

/** Plans an export after a job, into a folder of this name. */
export async function delta(
  rig: JobRig,
  rows: RowsByKind,
  name: string,
  after: string,
  settings: Pick<PlanOptions, 'editMessages' | 'removeGone' | 'threads' | 'createRoles'> = {},
): Promise<PlanSummary & { job: string }> {
  const job = path.join(rig.folder, name);
  return { ...(await planRowsOfAllKinds(structuredClone(rows), { ...settings, job, after })), job };
}

/** Plans and sends an export into the job of the rig. */
export async function landed(
  rig: JobRig,
  rows: RowsByKind,
  settings: Pick<PlanOptions, 'threads'> = {},
): Promise<void> {
  await planRows(structuredClone(rows), { ...settings, job: rig.job });
  await send(rig, rig.job);
}

export async function send(rig: JobRig, job: string, allowsLive = true): Promise<RunOutcome> {
  const { target } = rig;
  const events = runJob({ job, target, requestsPerMinute: 'unlimited', allowsLive });
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}
