import {
  conversationEntity,
  HAS_UNREAD,
  VISIBLE,
  SIDE_COLUMNS,
  type SideRow,
  SIDES,
} from '../../messages/conversation-entity.ts';
import type { Handlers } from '../../calls/call.ts';
import { badRequest, ServiceProblem } from '../../terms/service-problem.ts';
import { clearConversation, notAccessible, type Side } from '../../storage/conversation-marks.ts';
import { allDocuments, keepDocument, removeDocument } from '../../storage/documents.ts';
import { existingGroup } from '../../storage/groups.ts';
import type { Store } from '../../storage/store.ts';
import { activeUser } from '../../storage/users.ts';
import { applied } from '../done.ts';
import { Conditions, listPage, pageOf } from '../../lists/paging.ts';

export const conversationHandlers = {
  'conversations.list': ({ query, actor, store }) => {
    const where = new Conditions()
      .add(VISIBLE)
      .addSearch(['talks_with'], query.searchKey)
      .addTags(`coalesce(mark.tags, '[]')`, query.tags)
      .addTags('(SELECT tags FROM users WHERE users.uid = talks_with)', query.userTags)
      .addTags('(SELECT tags FROM groups WHERE guid = talks_with)', query.groupTags);
    if (query.conversationType !== undefined) where.add('side.type = ?', query.conversationType);
    if (query.userTags !== undefined) where.add(`side.type = 'user'`);
    if (query.groupTags !== undefined) where.add(`side.type = 'group'`);
    if (query.unread === true) where.add(HAS_UNREAD);
    if (query.pinnedBy !== undefined) addPinnedBy(where, query.pinnedBy, store);
    if (actor !== undefined) where.add('side.uid = ?', actor);
    // Unread messages are counted for the sides on the page only. Counting them for all sides would take longer than everything else.
    const { rows, pagination } = pageOf<Side>(
      store,
      {
        select: 'side.uid, side.conversation_id AS conversationId',
        from: `${SIDES} ${where.sql}`,
        orderBy:
          actor === undefined
            ? 'side.uid, side.updated_at, talks_with'
            : 'mark.pinned_at IS NULL, side.updated_at DESC, side.conversation_id',
        values: where.values,
      },
      query,
    );
    const view = {
      withTags: query.withTags === true,
      withLastMessage: query.unread !== true,
      isAppWide: actor === undefined,
    };
    return {
      data: rows.map((side) => conversationEntity(store, sideRow(store, side)!, view)),
      meta: { pagination },
    };
  },

  'conversations.get': ({ path, actor, store }) => ({
    data: seenConversation(store, sideOf(store, actor!, path.conversationId)),
  }),

  'conversations.delete': ({ path, actor, store }) => {
    clearConversation(store, sideOf(store, actor!, path.conversationId), false);
    return applied(`The conversation ${path.conversationId} is deleted for ${actor}.`);
  },

  'conversations.pinned.list': ({ query, store }) => listPage(allDocuments(store, PINNED), query),

  'conversations.pinned.replace': ({ body, store }) => {
    const pinned = body.pinnedConversations.map((party) => {
      if ('uid' in party) return { uid: activeUser(store, party.uid.toLowerCase()).uid };
      return { guid: existingGroup(store, party.guid.toLowerCase()).guid };
    });
    if (pinned.length > PINNED_BY_APP)
      throw badRequest({ pinnedConversations: [`No more than ${PINNED_BY_APP} can be pinned.`] });
    for (const place of Array(PINNED_BY_APP).keys()) removeDocument(store, PINNED, String(place));
    for (const [place, party] of pinned.entries())
      keepDocument(store, PINNED, String(place), party);
    return { data: pinned };
  },
} satisfies Handlers;

/** `me` selects conversations that the side's user has pinned, `system` conversations that the app has pinned. */
function addPinnedBy(where: Conditions, pinners: readonly string[], store: Store): void {
  const terms = pinners.includes('me') ? ['mark.pinned_at IS NOT NULL'] : [];
  const parties = pinners.includes('system')
    ? allDocuments(store, PINNED).map((party) => String(party['uid'] ?? party['guid']))
    : [];
  where.add(
    [...terms, 'talks_with IN (SELECT value FROM json_each(?))'].join(' OR '),
    JSON.stringify(parties),
  );
}

const PINNED = 'pinnedConversations';
const PINNED_BY_APP = 5;

/** @throws {ServiceProblem} `ERR_CONVERSATION_NOT_FOUND`, with the message for these two operations */
function sideOf(store: Store, uid: string, conversationId: string): Side {
  const known = store.get(
    'SELECT 1 FROM conversation_sides WHERE uid = ? AND conversation_id = ?',
    uid,
    conversationId,
  );
  if (known === undefined)
    throw new ServiceProblem('ERR_CONVERSATION_NOT_FOUND', `There is no ${conversationId}.`);
  return { uid, conversationId };
}

/** @throws {ServiceProblem} `ERR_CONVERSATION_NOT_ACCESSIBLE` */
export function seenConversation(store: Store, { uid, conversationId }: Side): object {
  const row = sideRow(store, { uid, conversationId });
  if (row === undefined) throw notAccessible(conversationId);
  return conversationEntity(store, row);
}

/** A conversation's side, unless its user has cleared it. */
function sideRow(store: Store, { uid, conversationId }: Side): SideRow | undefined {
  return store.get<SideRow>(
    `SELECT ${SIDE_COLUMNS} ${SIDES} WHERE side.uid = ? AND side.conversation_id = ? AND ${VISIBLE}`,
    uid,
    conversationId,
  );
}
