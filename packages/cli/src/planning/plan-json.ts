import type { PlanSummary } from '@chatferry/planner';
import type { ReportContext } from './plan-report.ts';

/** What `chatferry plan --json` prints; docs/commands.md describes it. */
export function planJson(
  { kinds, problems, otherProblems, ...rest }: PlanSummary,
  context: ReportContext & { readonly unchanged: boolean; readonly accepted: boolean },
): unknown {
  const { requests, bytes, contentHash, ...facts } = rest;
  const { nowMs, finishesAt, ignored, leftOut, rejectsFile, idMapFile, unchanged, accepted } =
    context;
  return {
    type: 'plan',
    plan: contentHash,
    unchanged,
    accepted,
    kinds,
    problems,
    otherProblems,
    leftOut,
    ...facts,
    cost: {
      requests,
      bytes,
      ...(finishesAt === undefined
        ? {}
        : {
            minutes: Math.round((finishesAt - nowMs) / 6000) / 10,
            finishesAt: new Date(finishesAt).toISOString(),
          }),
    },
    ignored,
    files: { rejects: rejectsFile, ...(idMapFile === undefined ? {} : { idMap: idMapFile }) },
  };
}
