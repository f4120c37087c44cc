import { idHash } from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';

/** Tells the ids of an export apart: two are of one record if this is equal. By the rule `fold`, case has no meaning. */
export type IdIdentity = (legacy: string) => string;

export function idIdentity({ ids }: Pick<PlanRules, 'ids'>): IdIdentity {
  return ids === 'fold' ? (legacy) => legacy.toLowerCase() : (legacy) => legacy;
}

/** The hash that a spooled record keeps of its id in the export; 0 for an id that the service takes as it is. */
export function legacyHashOf(legacy: string, service: string, identity: IdIdentity): number {
  const own = identity(legacy);
  return own === service ? 0 : idHash(own);
}
