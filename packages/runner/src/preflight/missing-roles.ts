import { ApiError } from '@chatferry/client';
import type { NeededRole } from '@chatferry/planner';
import type { SendPorts } from '../sending/send-ports.ts';
import type { StopReason } from '../stop-reason.ts';

/** Roles named in the reason of a stop. */
const NAMED = 20;

/** The roles that users of the plan have and the app lacks. */
export async function missingRoles({
  plan,
  reader,
}: Pick<SendPorts, 'plan' | 'reader'>): Promise<readonly NeededRole[]> {
  const { roles } = plan.summary;
  if (roles.length === 0) return [];
  const there = new Set<string>();
  for await (const { role } of reader.list('roles.list')) there.add(role);
  return roles.filter(({ role }) => role !== 'default' && !there.has(role));
}

/** Creates roles under the names that the export has for them. A role that exists by now is left unchanged. */
export async function createRoles(
  roles: readonly NeededRole[],
  { reader }: Pick<SendPorts, 'reader'>,
): Promise<void> {
  for (const { role, name } of roles)
    try {
      await reader.call('roles.create', { body: { role, name } });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
    }
}

export function rolesMissing(roles: readonly NeededRole[]): StopReason {
  const users = roles.reduce((sum, role) => sum + role.users, 0);
  const named = roles.slice(0, NAMED).map(({ role }) => role);
  const more = roles.length > NAMED ? ` and ${roles.length - NAMED} more` : '';
  return {
    code: 'roles-missing',
    message: `The app lacks roles that ${users} users of the plan have: ${named.join(', ')}${more}. Nothing was sent.`,
    fix: 'Create them in the dashboard, or let the run create them with createRoles: true in the configuration, and run again.',
  };
}
