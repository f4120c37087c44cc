import { idHash } from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';

/** Distinguishes the ids of an export: two ids with the same result mean one record. With the rule `fold`, case has no meaning. */
export type IdIdentity = (legacy: string) => string;

export function idIdentity({ ids }: Pick<PlanRules, 'ids'>): IdIdentity {
  return ids === 'fold' ? (legacy) => legacy.toLowerCase() : (legacy) => legacy;
}

/** The hash that a spooled record keeps of its legacy id; 0 for an id that the service takes unchanged. */
export function legacyHashOf(legacy: string, service: string, identity: IdIdentity): number {
  const own = identity(legacy);
  return own === service ? 0 : idHash(own);
}
