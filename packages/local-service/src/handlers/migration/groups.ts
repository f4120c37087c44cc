import { type GroupRow, groupConversationId, groupEntity } from '../../entities/group.ts';
import type { Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { applyChanges, jsonText, metadataText, unlessUnset } from '../../storage/changes.ts';
import { checkClearance } from '../../storage/clearance.ts';
import { deleteGroup } from '../../storage/deletions.ts';
import { existingGroup, insertGroup } from '../../storage/groups.ts';
import { addMember, findMembership } from '../../storage/members.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser, SYSTEM_USER } from '../../storage/users.ts';
import { addMembers } from './add-members.ts';
import { applied } from '../done.ts';
import { Conditions, cursorOf, pageOf } from '../../lists/paging.ts';

export const groupHandlers = {
  'groups.create': ({ body, actor, store }) => {
    const owner = body.owner?.toLowerCase() ?? actor;
    if (owner !== undefined) activeUser(store, owner);
    const { guid } = insertGroup(store, {
      guid: body.guid.toLowerCase(),
      name: body.name,
      type: body.type,
      password: body.password,
      icon: body.icon,
      description: body.description,
      owner,
      metadata: metadataText(body.metadata),
      tags: jsonText(body.tags),
    });
    if (owner !== undefined)
      addMember(store, { guid, uid: owner, scope: 'admin', joinedAt: store.seconds() });
    const members =
      body.members === undefined
        ? {}
        : { members: addMembers(store, guid, actor ?? SYSTEM_USER, body.members) };
    return { data: { ...groupSeenBy(store, existingGroup(store, guid), actor), ...members } };
  },

  'groups.list': ({ query, actor, store }) => {
    const { searchKey, searchIn, sortBy = 'createdAt', sortOrder = 'asc' } = query;
    const searched = (['guid', 'name'] as const).filter((field) => searchIn?.includes(field));
    const types = query.types ?? (query.type === undefined ? undefined : [query.type]);
    const where = new Conditions()
      .addSearch(searched.length === 0 ? ['guid', 'name'] : searched, searchKey)
      .addOneOf('type', types?.map(storedType))
      .addTags('tags', query.tags);
    if (query.updatedAt !== undefined)
      where.add(
        `coalesce(updated_at, created_at) ${query.affix === 'prepend' ? '<' : '>'} ?`,
        query.updatedAt,
      );
    if (query.hasJoined === true && actor !== undefined)
      where.add('guid IN (SELECT guid FROM members WHERE uid = ?)', actor);
    const column = { name: 'name', guid: 'guid', createdAt: 'rowid' }[sortBy];
    const listing = {
      from: `FROM groups ${where.sql}`,
      orderBy: `${column} ${sortOrder}`,
      values: where.values,
    };
    const { rows, pagination } = pageOf<GroupRow>(store, listing, query);
    const withTags = query.withTags === true;
    return {
      data: rows.map((row) => groupSeenBy(store, row, actor, withTags)),
      meta: { pagination, cursor: cursorOf(store, listing, 'groups') },
    };
  },

  'groups.get': ({ path, actor, store }) => ({
    data: groupSeenBy(store, existingGroup(store, path.guid), actor),
  }),

  'groups.update': ({ path, body, actor, store }) => {
    const group = existingGroup(store, path.guid);
    checkClearance(store, group.guid, actor, 'admin');
    // An acting user cannot transfer the group.
    const owner = actor === undefined ? body.owner?.toLowerCase() : undefined;
    if (owner !== undefined) activeUser(store, owner);
    if ((body.type ?? group.type) === 'password' && (body.password ?? group.password) === null)
      throw new ServiceProblem('ERR_EMPTY_GROUP_PASS', 'A group of type password needs one.');
    applyChanges(store, 'groups', ['guid', group.guid], {
      name: body.name,
      type: body.type,
      password: body.password,
      icon: unlessUnset('icon', body.icon, body.unset),
      description: unlessUnset('description', body.description, body.unset),
      metadata: unlessUnset('metadata', metadataText(body.metadata), body.unset),
      owner,
      tags: jsonText(body.tags),
    });
    return { data: groupSeenBy(store, existingGroup(store, group.guid), actor) };
  },

  'groups.delete': ({ path, actor, store }) => {
    const { guid } = existingGroup(store, path.guid);
    checkClearance(store, guid, actor, 'admin');
    deleteGroup(store, guid, groupConversationId(guid));
    return applied(`The group ${guid} is deleted.`);
  },
} satisfies Handlers;

/** Lists show groups that were created as `password` as `protected`. */
function storedType(type: string): string {
  return type === 'protected' ? 'password' : type;
}

function groupSeenBy(
  store: Store,
  group: GroupRow,
  actor: string | undefined,
  withTags = true,
): Record<string, unknown> {
  const membership = actor === undefined ? undefined : findMembership(store, group.guid, actor);
  return groupEntity(group, { withTags, membership });
}
