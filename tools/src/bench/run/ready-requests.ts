import { type ImportKind, importKinds } from '@chatferry/contract';
import { openPlan } from '@chatferry/planner';

/** All requests of a plan in memory, kind by kind. */
export function readyRequests(planFile: string): { kind: ImportKind; bodies: Uint8Array[] }[] {
  using plan = openPlan(planFile);
  return importKinds.map((kind) => ({
    kind,
    bodies: Array.from({ length: plan.lanes }, (_, lane) =>
      Array.from(plan.batches(kind, lane), (batch) => batch.body),
    ).flat(),
  }));
}
