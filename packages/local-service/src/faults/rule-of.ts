import type { FaultRule } from './fault-rule.ts';

/** The first of these rules with this fault. */
export function ruleOf<Name extends FaultRule['fault']>(
  rules: readonly FaultRule[],
  name: Name,
): Extract<FaultRule, { fault: Name }> | undefined {
  return rules.find((rule): rule is Extract<FaultRule, { fault: Name }> => rule.fault === name);
}
