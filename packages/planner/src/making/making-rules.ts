import type { Kind } from '@chatferry/contract';
import type { PlanRules } from '../plan/plan-rules.ts';

/** The rule that makes missing records of each kind that planning can make. */
export const makingRules: Readonly<
  Record<MadeKind, 'createRoles' | 'onMissingUser' | 'onMissingGroup' | 'senderNotMember'>
> = {
  roles: 'createRoles',
  users: 'onMissingUser',
  groups: 'onMissingGroup',
  members: 'senderNotMember',
};

/** Kinds whose missing records planning can make. */
export type MadeKind = Extract<Kind, 'roles' | 'users' | 'groups' | 'members'>;

/** Whether missing records of a kind are made. */
export function makes(rules: PlanRules, kind: Kind): boolean {
  if (!Object.hasOwn(makingRules, kind)) return false;
  const rule = rules[makingRules[kind as MadeKind]];
  return rule === 'placeholder' || rule === 'add' || rule === true;
}

/** Whether missing records of any kind are made. */
export function makesAny(rules: PlanRules): boolean {
  return (Object.keys(makingRules) as MadeKind[]).some((kind) => makes(rules, kind));
}

/** Whether records are made while rows are read. Roles are made after all rows are read. */
export function makesWhileReading(rules: PlanRules): boolean {
  return makesAny({ ...rules, createRoles: false });
}
