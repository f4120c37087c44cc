import type { Row } from '@chatferry/contract';
import { objects, text, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { KnownUsers, UserFacts } from '../../rows/known-users.ts';
import type { Chat } from './chats.ts';
import { userId } from './ids.ts';

/** Notes the user who exported, without the telephone number. @returns the id */
export function addOwner(owner: Row, place: Place, users: KnownUsers): string | undefined {
  const uid = userId(owner['user_id']);
  const name = [text(owner['first_name']), text(owner['last_name'])]
    .filter((each) => each !== undefined)
    .join(' ');
  const username = text(owner['username']);
  if (uid !== undefined)
    users.addNamed(uid, place, 0, {
      ...(name === '' ? {} : { name }),
      ...(username === undefined ? {} : { metadata: { username } }),
    });
  return uid;
}

/** Notes the people whom a message names, and the people who joined and left. @param time of the message, in UNIX seconds */
export function noteNames(
  message: Row,
  place: Place,
  time: number,
  chat: Chat,
  users: KnownUsers,
): void {
  const person = (id: unknown, name: unknown): void => {
    const uid = userId(id);
    if (uid !== undefined) addPerson(uid, name, { place, seen: time }, chat, users);
  };
  if ('from_id' in message) person(message['from_id'], message['from']);
  const { action, actor, actor_id: actorId, members } = message;
  const isLeaving = action === 'remove_members';
  const actorName = text(actor);
  if (actorId !== undefined && !(isLeaving && texts(members)[0] === actorName))
    person(actorId, actor);
  if (userId(message['from_id']) === undefined && userId(actorId) === undefined)
    chat.unsigned = { place, seen: time };
  for (const { recent } of objects(message['reactions']))
    for (const { from, from_id: id } of objects(recent)) person(id, from);
  for (const part of [...objects(message['text_entities']), ...objects(message['text'])])
    if (part['type'] === 'mention_name') {
      const uid = userId(part['user_id']);
      if (uid !== undefined) users.addNamed(uid, place, time, {});
    }
  for (const name of texts(members))
    if (isLeaving) chat.leavers.push({ name, actor: userId(actorId), actorName, time });
    else chat.joiners.push({ name, place, time });
  const title = text(message['title']);
  if (action === 'topic_created' && title !== undefined)
    chat.topics.set(message['id'] as number, title);
}

/** Notes a person who wrote, reacted or joined. @param seen in UNIX seconds */
export function addPerson(
  uid: string,
  name: unknown,
  { place, seen }: { readonly place: Place; readonly seen: number },
  { people }: Chat,
  users: KnownUsers,
): void {
  users.addNamed(uid, place, seen, factsOf(uid, name));
  const known = people.get(uid);
  if (known === undefined) people.set(uid, { place, seen });
  else known.seen = Math.max(known.seen, seen);
}

/** The facts about a sender. Posts of a channel and of unnamed administrators are from the conversation itself. */
function factsOf(uid: string, name: unknown): UserFacts {
  const isPerson = uid.startsWith('user');
  const own = text(name);
  if (own === undefined && isPerson) return { tags: ['deleted'], isDeleted: true };
  return { name: own, ...(isPerson ? {} : { tags: ['bot'] }) };
}
