import { counted } from '@chatferry/contract';
import type { NeededRole } from '@chatferry/planner';
import { plannedRecords } from '../comparing/planned-records.ts';
import type { StepPorts } from '../sending/step-ports.ts';
import type { StopReason } from '../terms/stop-reason.ts';

/** Roles named in the reason of a stop. */
const NAMED = 20;

/** Roles that users of the plan have, but that are missing in the plan and in the app. */
export async function missingRoles({
  plan,
  app: { reader },
  stopController,
}: Pick<StepPorts, 'plan' | 'app' | 'stopController'>): Promise<readonly NeededRole[]> {
  const { roles } = plan.summary;
  if (roles.length === 0) return [];
  const there = new Set<string>();
  for await (const { role } of reader.list('roles.list')) there.add(role);
  for await (const batch of plannedRecords({
    plan,
    kind: 'roles',
    signal: stopController.finishing,
  }))
    for (const { id } of batch) there.add(id);
  return roles.filter(({ role }) => role !== 'default' && !there.has(role));
}

export function rolesMissing(roles: readonly NeededRole[]): StopReason {
  const users = roles.reduce((sum, role) => sum + role.users, 0);
  const named = roles.slice(0, NAMED).map(({ role }) => role);
  const more = roles.length > NAMED ? ` and ${roles.length - NAMED} more` : '';
  return {
    code: 'roles-missing',
    message: `The app lacks roles that ${counted(users, 'user of the plan has', 'users of the plan have')}: ${named.join(', ')}${more}. Nothing was sent.`,
    fix: 'Create them in the dashboard, and run again; or set createRoles: true in the configuration, and plan again.',
  };
}
