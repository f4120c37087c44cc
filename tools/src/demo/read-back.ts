import { type Client, createClient } from '@chatferry/client';
import { type ImportKind, memberId } from '@chatferry/contract';
import type { ServiceTarget } from '../processes/service-process.ts';

/** A record as the service returns it. */
export type Entity = Readonly<Record<string, unknown>>;

/** Reads everything that the service holds through its API. @returns the entities by kind and id */
export async function readBack(
  target: ServiceTarget,
): Promise<Record<ImportKind, Map<string, Entity>>> {
  await using client = createClient(target);
  const users = await byKey('uid', client.users.list({ query: { withDeactivated: true } }));
  const groups = await byKey('guid', client.groups.list());
  const members = new Map<string, Entity>();
  for (const guid of groups.keys())
    for await (const member of membersOf(client, guid))
      members.set(memberId(guid, String(member['uid'])), { ...member, guid });
  const messages = await byKey('muid', client.messages.list({ query: { affix: 'append' } }));
  return { users, groups, members, messages };
}

/** The members of the group, and the users banned from it. */
async function* membersOf(client: Client, guid: string): AsyncGenerator<Entity> {
  yield* client.groups.members.list({ path: { guid } }) as AsyncIterable<Entity>;
  for await (const user of client.groups.bannedUsers.list({ path: { guid } }))
    yield { ...(user as Entity), isBanned: true };
}

/** @throws {Error} when two entities have the same id: something was stored twice */
async function byKey(key: string, list: AsyncIterable<unknown>): Promise<Map<string, Entity>> {
  const entities = new Map<string, Entity>();
  for await (const item of list) {
    const id = String((item as Entity)[key]);
    if (entities.has(id)) throw new Error(`${key} ${id} is in the service twice.`);
    entities.set(id, item as Entity);
  }
  return entities;
}
