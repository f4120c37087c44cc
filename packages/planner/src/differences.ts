import type { Plan } from './plan.ts';
import type { PlanRules } from './plan-rules.ts';
import type { PlanInput } from './provenance.ts';

/** What a plan would be made from now. An input without `sha256` is compared by size and time of change. */
export interface WantedPlan {
  readonly inputs: readonly (Omit<PlanInput, 'sha256'> & { readonly sha256?: string })[];
  readonly config: unknown;
  readonly version: string;
  readonly rules: PlanRules;
}

/** Says in words what changed since the plan was made: inputs, settings, version. Empty when nothing did. */
export function differences(plan: Plan, wanted: WantedPlan): string[] {
  throw new Error(`not there yet: ${plan.id} ${wanted.version}`);
}

/** Whether planning again would make the same plan. */
export function isCurrent(plan: Plan, wanted: WantedPlan): boolean {
  return differences(plan, wanted).length === 0;
}
