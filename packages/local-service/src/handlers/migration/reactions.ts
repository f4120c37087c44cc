import { MessageReader } from '../../messages/message-entity.ts';
import { userSummary } from '../../entities/user.ts';
import type { Call, Handlers } from '../../calls/call.ts';
import { badField, ServiceProblem } from '../../terms/service-problem.ts';
import { accessibleMessage } from '../../messages/message-access.ts';
import type { Store } from '../../storage/store.ts';
import { findUser } from '../../storage/users.ts';
import { Conditions, PAGE_SIZE } from '../../lists/paging.ts';
import { readingDirection } from './cursor-direction.ts';

/** Source: limits of the reference. */
const KINDS_PER_MESSAGE = 25;
const LONGEST = 45;

interface ReactionRow {
  readonly id: number;
  readonly message_id: number;
  readonly reaction: string;
  readonly uid: string;
  readonly reacted_at: number;
}

export const reactionHandlers = {
  'messages.reactions.add': ({ path, actor, store }) => {
    const message = accessibleMessage(store, path.id, actor);
    checkReaction(store, message.id, path.reaction);
    store.run(
      `INSERT INTO reactions (message_id, reaction, uid, reacted_at) VALUES (?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      message.id,
      path.reaction,
      actor!,
      store.seconds(),
    );
    return { data: new MessageReader(store, actor).entity(message) };
  },

  'messages.reactions.remove': ({ path, actor, store }) => {
    const message = accessibleMessage(store, path.id, actor);
    store.run(
      'DELETE FROM reactions WHERE message_id = ? AND reaction = ? AND uid = ?',
      message.id,
      path.reaction,
      actor!,
    );
    return { data: new MessageReader(store, actor).entity(message) };
  },

  'messages.reactions.list': ({ path, query, actor, store, app, lists }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    return reactionPage({ store, app, lists }, new Conditions().add('message_id = ?', id), query);
  },

  'messages.reactions.listOne': ({ path, query, actor, store, app, lists }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    const where = new Conditions().add('message_id = ?', id).add('reaction = ?', path.reaction);
    return reactionPage({ store, app, lists }, where, query);
  },
} satisfies Handlers;

function checkReaction(store: Store, id: number, reaction: string): void {
  if (reaction.length > LONGEST)
    throw badField('reaction', `reaction must not be longer than ${LONGEST} characters.`);
  const { kinds, known } = store.get<{ kinds: number; known: number | null }>(
    'SELECT count(DISTINCT reaction) AS kinds, max(reaction = ?) AS known FROM reactions WHERE message_id = ?',
    reaction,
    id,
  )!;
  if (known !== 1 && kinds >= KINDS_PER_MESSAGE)
    throw new ServiceProblem(
      'ERR_MESSAGE_ACTION_NOT_ALLOWED',
      `A message cannot have more than ${KINDS_PER_MESSAGE} different reactions.`,
    );
}

function reactionPage(
  { store, app, lists }: Pick<Call<'messages.reactions.list'>, 'store' | 'app' | 'lists'>,
  where: Conditions,
  query: Call<'messages.reactions.list'>['query'],
): object {
  const { id, limit = PAGE_SIZE } = query;
  const reading = readingDirection(query, lists);
  const direction = reading === 'append' ? 'ASC' : 'DESC';
  const past = (reading === 'append' ? '>' : '<') + (lists.isCursorInclusive ? '=' : '');
  const fromPlace = where.copy();
  if (id !== undefined) fromPlace.add(`id ${past} ?`, Number(id));
  const rows = store.all<ReactionRow>(
    `SELECT * FROM reactions ${fromPlace.sql} ORDER BY id ${direction} LIMIT ?`,
    ...fromPlace.values,
    limit,
  );
  if (reading === 'prepend') rows.reverse();
  const { affix = 'append' } = query;
  const edge = rows.at(affix === 'append' ? -1 : 0);
  const pagination = app.cursorTotals.pagination({
    list: `reactions ${affix} ${limit} ${where.sql} ${JSON.stringify(where.values)}`,
    place: id,
    limit,
    count: rows.length,
    next: edge?.id.toFixed(),
    countItems: (from) => countReactions(store, from === 'place' ? fromPlace : where),
  });
  return {
    data: rows.map((row) => reactionEntity(store, row)),
    meta: {
      pagination,
      current: { limit, count: rows.length },
      ...(edge === undefined ? {} : { next: { affix, id: String(edge.id) } }),
    },
  };
}

function countReactions(store: Store, { sql, values }: Conditions): number {
  return store.get<{ n: number }>(`SELECT count(*) AS n FROM reactions ${sql}`, ...values)!.n;
}

function reactionEntity(store: Store, row: ReactionRow): Record<string, unknown> {
  const user = findUser(store, row.uid);
  return {
    id: String(row.id),
    messageId: String(row.message_id),
    reaction: row.reaction,
    uid: row.uid,
    reactedAt: row.reacted_at,
    reactedBy: user === undefined ? { uid: row.uid } : userSummary(user),
  };
}
