import { ApiError, type Client } from '@chatferry/client';
import { type Kind, memberId } from '@chatferry/contract';
import type { Plan } from '@chatferry/planner';
import { plannedRecords } from './planned-records.ts';

/** Told of each id that the service holds, in the service's own order; `undefined` for what has none. */
type OnId = (id: string | undefined) => void;

/** Groups whose members are read at the same time. */
const GROUPS_AT_ONCE = 8;

/** Reads the ids of everything of one kind that the service holds; members only of the groups in the plan. */
export async function readHeldIds(
  client: Client,
  plan: Plan,
  kind: Kind,
  onId: OnId,
): Promise<void> {
  switch (kind) {
    case 'users':
      for await (const user of client.list('users.list', { query: { withDeactivated: true } }))
        onId(user.uid);
      return;
    case 'groups':
      for await (const group of client.list('groups.list')) onId(group.guid);
      return;
    case 'members':
      await readMembers(client, plan, onId);
      return;
    case 'messages':
      for await (const message of client.list('messages.list')) onId(textOf(message['muid']));
  }
}

async function readMembers(client: Client, plan: Plan, onId: OnId): Promise<void> {
  const groups = groupsWithMembers(plan).entries();
  const reader = async (): Promise<void> => {
    for (const [guid, hasBanned] of groups) {
      const path = { guid };
      await readGroup(guid, client.list('groups.members.list', { path }), onId);
      if (hasBanned) await readGroup(guid, client.list('groups.bannedUsers.list', { path }), onId);
    }
  };
  await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, reader));
}

/** A group that is not there has no members: that it is missing is told of with the groups. */
async function readGroup(
  guid: string,
  users: AsyncIterable<{ readonly uid: string }>,
  onId: OnId,
): Promise<void> {
  try {
    for await (const { uid } of users) onId(memberId(guid, uid));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
  }
}

/** The groups that the plan has members of, and whether any of these are banned, which are listed apart. */
function groupsWithMembers(plan: Plan): Map<string, boolean> {
  const groups = new Map<string, boolean>();
  for (const { record } of plannedRecords(plan, 'members')) {
    const { guid, isBanned } = record() as { guid: string; isBanned?: boolean };
    groups.set(guid, groups.get(guid) === true || isBanned === true);
  }
  return groups;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
