import { MessageReader, type MessageRow } from '../../messages/message-entity.ts';
import type { Call, Handlers } from '../../calls/call.ts';
import { ServiceProblem } from '../../terms/service-problem.ts';
import { findMembership } from '../../storage/members.ts';
import { accessibleMessage } from '../../messages/message-access.ts';
import { EVERYBODY, mark, pinnerOf, replaceMark, unmark } from '../../storage/message-marks.ts';
import type { Store } from '../../storage/store.ts';
import { SYSTEM_USER } from '../../storage/users.ts';
import { applied } from '../done.ts';

/** Maximum of pinned messages of a conversation and of saved messages of a user. Source: limits of the reference. */
const MOST = 100;

export const messageMarkHandlers = {
  /** Pinning again replaces the pinning user and the time. */
  'messages.pin': (call) => {
    const { store, actor } = call;
    const message = pinnableMessage(call);
    const others = count(
      store,
      `mark = 'pinned' AND message_id <> ?1
       AND message_id IN (SELECT id FROM messages WHERE conversation_id = ?2)`,
      message.id,
      message.conversation_id,
    );
    checkRoom(others, 'ERR_PINNED_MESSAGES_LIMIT_EXCEEDED');
    replaceMark(store, 'pinned', message.id, EVERYBODY, actor ?? SYSTEM_USER);
    return asSeen(call, message);
  },

  'messages.unpin': (call) => {
    const { store, actor } = call;
    const message = pinnableMessage(call);
    if (actor !== undefined && pinnerOf(store, message.id) === SYSTEM_USER)
      throw new ServiceProblem('ERR_ACTION_NOT_ALLOWED', 'The app has pinned this message.');
    unmark(store, 'pinned', message.id, EVERYBODY);
    return asSeen(call, message);
  },

  'messages.save': (call) => {
    const { path, store } = call;
    const actor = call.actor!;
    const message = accessibleMessage(store, path.id, actor);
    const others = count(
      store,
      `mark = 'saved' AND message_id <> ?1 AND uid = ?2`,
      message.id,
      actor,
    );
    checkRoom(others, 'ERR_SAVED_MESSAGES_LIMIT_EXCEEDED');
    replaceMark(store, 'saved', message.id, actor);
    return asSeen(call, message);
  },

  'messages.unsave': (call) => {
    const { path, store } = call;
    const message = accessibleMessage(store, path.id, call.actor);
    unmark(store, 'saved', message.id, call.actor!);
    return asSeen(call, message);
  },

  'messages.markInteracted': ({ path, body, actor, store }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    for (const element of body.interactions ?? []) mark(store, 'interacted', id, actor!, element);
    return applied(`${actor} used the message ${id}.`);
  },
} satisfies Handlers;

type MessageCall = Pick<Call<'messages.pin'>, 'path' | 'actor' | 'store'>;

/** In a group, only admins and moderators pin. @throws {ServiceProblem} `ERR_ACTION_NOT_ALLOWED` */
function pinnableMessage({ path, actor, store }: MessageCall): MessageRow {
  const message = accessibleMessage(store, path.id, actor);
  if (actor !== undefined && message.receiver_type === 'group') {
    const scope = findMembership(store, message.receiver, actor)?.scope;
    if (scope !== 'admin' && scope !== 'moderator')
      throw new ServiceProblem('ERR_ACTION_NOT_ALLOWED', `${actor} may not pin in this group.`);
  }
  return message;
}

function asSeen({ store, actor }: MessageCall, message: MessageRow): { data: object } {
  return { data: new MessageReader(store, actor).entity(message) };
}

function count(store: Store, condition: string, id: number, value: string): number {
  const sql = `SELECT count(*) AS n FROM message_marks WHERE ${condition}`;
  return store.get<{ n: number }>(sql, id, value)!.n;
}

function checkRoom(marked: number, code: string): void {
  if (marked >= MOST) throw new ServiceProblem(code, `No more than ${MOST} are possible.`);
}
