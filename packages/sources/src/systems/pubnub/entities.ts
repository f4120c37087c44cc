import { isObject } from '@chatferry/contract';
import type { JsonFile } from '../../reading/json-files.ts';
import { parsedLine } from '../../reading/lines.ts';
import { decoded, object, objects, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import { type JsonEntity, objectOrText } from '../../reading/json-entity.ts';

export type EntityKind = 'message' | 'user' | 'channel' | 'membership' | 'answer' | 'other';

/** A record in an answer of the API. */
export interface Entity extends JsonEntity<EntityKind> {
  /** The channel of messages and of members. */
  readonly channel?: string | undefined;
  /** The user whose channels are listed. */
  readonly user?: string | undefined;
}

const owners =
  /(?:^|\/)(users|uuids|channels)\/([^/]+)\/(?:memberships|members|channels|uuids)(?=[/._-]|$)/;

/** The channel or the user whose list is in a file, by its path: `channels/ID/members.json`, `users/ID/memberships.json`. */
function ownerOf(name: string): Pick<Entity, 'channel' | 'user'> {
  const [, list, id] = owners.exec(name) ?? [];
  if (id === undefined) return {};
  return list === 'channels' ? { channel: decoded(id) } : { user: decoded(id) };
}

/** The channel in a file name. Answers of older calls do not name their channel. */
function channelIn(name: string): string {
  const file = name.split('/').at(-1)!;
  return decoded(file.replace(/\.\w+$/, ''));
}

const messagesOf = 'channels.*[*]';
const lists = [messagesOf, 'messages[*]', 'data[*]'];

/** The records of a file, in batches. */
export async function* entitiesIn(file: JsonFile): AsyncGenerator<readonly Entity[]> {
  const { beginning, entry } = file;
  if (beginning === undefined) return;
  const owner = ownerOf(entry.name);
  const channel = channelIn(entry.name);
  if (isObject(beginning.value) && !beginning.isLines) {
    const { channels, messages, data } = beginning.value;
    if (isObject(channels) || Array.isArray(messages) || Array.isArray(data))
      for await (const parts of file.parts(lists))
        yield parts.map(({ path, named, line, value, broken }) => {
          const list = path === messagesOf ? `channels/${named}` : path.replace('[*]', '');
          const place = { file: `${file.file}/${list}`, line };
          if (path === 'data[*]') return objectOf(value, broken, place, owner);
          return messageOf(value, broken, place, named ?? channel);
        });
    else yield [{ kind: 'answer', value: {}, place: { file: file.file, line: 1 } }];
  } else if (Array.isArray(beginning.value)) {
    // An answer of the oldest call is a list of the messages and two timetokens.
    const isOldest = Array.isArray(beginning.value[0]);
    for await (const parts of file.parts([isOldest ? '[*][*]' : '[*]']))
      yield parts.flatMap(({ value, broken, line }) => {
        const place = { file: file.file, line };
        if (isOldest) return [messageOf(value, broken, place, channel)];
        return entitiesOf(value, broken, place, { ...owner, file: channel });
      });
  } else
    for await (const found of file.lines())
      yield found.flatMap(({ text: json, number }) => {
        const { value, broken } = parsedLine(json);
        const place = { file: file.file, line: number };
        return entitiesOf(value, broken, place, { ...owner, file: channel });
      });
}

/** The records of an answer, or of an element of a list. */
function entitiesOf(
  value: unknown,
  broken: string | undefined,
  place: Place,
  owner: Pick<Entity, 'channel' | 'user'> & { readonly file: string },
): readonly Entity[] {
  const { channels, messages, data } = object(value);
  if (isObject(channels))
    return Object.entries(channels).flatMap(([channel, list]) =>
      objects(list).map((each) => messageOf(each, undefined, place, channel)),
    );
  if (Array.isArray(messages))
    return messages.map((each: unknown) => messageOf(each, undefined, place, owner.file));
  if (Array.isArray(data))
    return data.map((each: unknown) => objectOf(each, undefined, place, owner));
  const own = object(value);
  return 'timetoken' in own
    ? [messageOf(own, broken, place, text(own['channel']) ?? owner.file)]
    : [objectOf(value, broken, place, owner)];
}

/** @param channel the channel that the answer names */
function messageOf(
  value: unknown,
  broken: string | undefined,
  place: Place,
  channel: string,
): Entity {
  if (!isObject(value)) return { kind: 'message', place, channel, ...objectOrText(value, broken) };
  // Older calls name the content `entry`, and the actions `data`.
  const { entry, data, ...rest } = value;
  const actions = rest['actions'] ?? data;
  const message = rest['message'] ?? entry;
  return { kind: 'message', value: { ...rest, message, actions, channel }, place, channel };
}

/** An object of App Context. */
function objectOf(
  value: unknown,
  broken: string | undefined,
  place: Place,
  { channel, user }: Pick<Entity, 'channel' | 'user'>,
): Entity {
  if (!isObject(value)) return { kind: 'other', place, ...objectOrText(value, broken) };
  const has = (...names: readonly string[]): boolean => names.some((name) => name in value);
  const member = text(object(value['uuid'] ?? value['user'])['id']);
  const joined = text(object(value['channel'])['id']);
  if (member !== undefined || joined !== undefined)
    return {
      kind: 'membership',
      value,
      place,
      user: member ?? user,
      channel: joined ?? channel,
    };
  if (text(value['id']) === undefined) return { kind: 'other', value, place };
  if (has('profileUrl', 'externalId', 'email')) return { kind: 'user', value, place };
  return { kind: has('description', 'name') ? 'channel' : 'other', value, place };
}
