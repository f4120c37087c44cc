import type { Handlers } from '../../http/call.ts';
import { ServiceProblem } from '../../service-problem.ts';
import { accessibleMessage } from '../../storage/message-access.ts';
import { mark, unmark } from '../../storage/message-marks.ts';
import type { Store } from '../../storage/store.ts';
import { applied } from '../done.ts';

/** Maximum of pinned messages of a conversation and of saved messages of a user. Source: limits of the reference. */
const MOST = 100;

/** A pin belongs to the conversation, not to the user who sets it. */
const EVERYBODY = '';

export const messageMarkHandlers = {
  'messages.pin': ({ path, actor, store }) => {
    const message = accessibleMessage(store, path.id, actor);
    const pinned = count(
      store,
      `mark = 'pinned' AND message_id IN (SELECT id FROM messages WHERE conversation_id = ?)`,
      message.conversation_id,
    );
    checkRoom(pinned, 'ERR_PINNED_MESSAGES_LIMIT_EXCEEDED');
    mark(store, 'pinned', message.id, EVERYBODY);
    return applied(`The message ${message.id} is pinned.`);
  },

  'messages.unpin': ({ path, actor, store }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    unmark(store, 'pinned', id, EVERYBODY);
    return applied(`The message ${id} is not pinned.`);
  },

  'messages.save': ({ path, actor, store }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    checkRoom(
      count(store, `mark = 'saved' AND uid = ?`, actor!),
      'ERR_SAVED_MESSAGES_LIMIT_EXCEEDED',
    );
    mark(store, 'saved', id, actor!);
    return applied(`${actor} saved the message ${id}.`);
  },

  'messages.unsave': ({ path, actor, store }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    unmark(store, 'saved', id, actor!);
    return applied(`${actor} no longer saves the message ${id}.`);
  },

  'messages.markInteracted': ({ path, body, actor, store }) => {
    const { id } = accessibleMessage(store, path.id, actor);
    for (const element of body.interactions ?? []) mark(store, 'interacted', id, actor!, element);
    return applied(`${actor} used the message ${id}.`);
  },
} satisfies Handlers;

function count(store: Store, condition: string, value: string): number {
  const sql = `SELECT count(*) AS n FROM message_marks WHERE ${condition}`;
  return store.get<{ n: number }>(sql, value)!.n;
}

function checkRoom(marked: number, code: string): void {
  if (marked >= MOST) throw new ServiceProblem(code, `No more than ${MOST} are possible.`);
}
