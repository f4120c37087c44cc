import { isObject, limits, type Row } from '@chatferry/contract';
import { addressField } from '../../reading/addresses.ts';
import { ownFields } from '../../reading/secrets.ts';
import { secondsIn } from '../../reading/times.ts';
import { filled, object, objects, text, wholeNumber } from '../../reading/values.ts';
import type { ChatFacts, Chats } from '../../rows/chats.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { addUser } from './users.ts';

export interface ChannelContext {
  readonly users: KnownUsers;
  readonly chats: Chats;
  readonly out: ExportRows;
}

/** Which record of a channel counts more: its own record, or the copy next to its messages. */
const versions = { own: 2, copy: 1 } as const;

/** Notes a channel with its members. @returns false when an earlier record described the channel */
export function addChannel(
  channel: Row,
  { place, isOpen, from }: { place: Place; isOpen: boolean; from: keyof typeof versions },
  { users, chats, out }: ChannelContext,
): boolean {
  const url = text(channel['channel_url'])!;
  const members = objects(channel['members']);
  const operators = objects(channel['operators']);
  const created = object(channel['created_by']);
  const isPair = channel['is_distinct'] === true && wholeNumber(channel['member_count']) === 2;
  for (const person of [created, ...members, ...operators]) addUser(person, place, 'member', users);
  const isFirst = chats.describe(url, place, {
    name: text(channel['name']),
    type: isOpen || isPublic(channel) ? 'public' : 'private',
    owner:
      text(created['user_id']) ??
      text((operators[0] ?? members.find(isOperator))?.['user_id']) ??
      undefined,
    createdAt: secondsIn(channel['created_at']),
    canBePair: channel['is_distinct'] === true,
    memberCount:
      wholeNumber(channel['joined_member_count']) ?? wholeNumber(channel['member_count']),
    version: versions[from],
    ...fieldsOf(channel),
  });
  if (isFirst && channel['is_access_code_required'] === true)
    out.note('groups', 'private, because the export does not have their access codes');
  for (const member of members) addMember(url, member, place, isPair, { users, chats, out });
  for (const { user_id: user } of operators)
    if (typeof user === 'string') chats.addMember(url, user, place, { scope: 'admin' });
  return isFirst;
}

function isPublic(channel: Row): boolean {
  return channel['is_public'] === true && channel['is_access_code_required'] !== true;
}

function isOperator({ role }: Row): boolean {
  return role === 'operator';
}

/** @param isPair in a conversation of two, an invited person is the other person */
function addMember(
  url: string,
  member: Row,
  place: Place,
  isPair: boolean,
  { chats, out }: ChannelContext,
): void {
  const user = text(member['user_id']);
  if (user === undefined) return;
  if (member['state'] === 'invited' && !isPair)
    return out.note('members', 'left out, because they did not accept the invitation');
  chats.addMember(url, user, place, { scope: isOperator(member) ? 'admin' : undefined });
}

function fieldsOf(channel: Row): Pick<ChatFacts, 'row' | 'tooLong'> {
  const type = text(channel['custom_type']);
  const { data, tooLong } = dataOf(channel);
  const metadata = ownFields(object(channel['metadata']), new Set());
  return {
    row: {
      ...addressField('icon', channel['cover_url']),
      tags: type === undefined ? undefined : [type.slice(0, limits.tagLength)],
      metadata: filled({
        frozen: channel['freeze'] === true ? true : undefined,
        data,
        ...metadata.fields,
      }),
    },
    tooLong: [...tooLong, ...(metadata.tooLong ?? [])],
  };
}

interface StoredData {
  /** The data as an object if possible, or else as text. */
  readonly data: unknown;
  /** Names of fields that are too long to be carried, or the name of the whole data. */
  readonly tooLong: readonly string[];
}

/** The data that the app stored with a record. */
export function dataOf(record: Row): StoredData {
  const data = text(record['data']);
  const value = data === undefined ? undefined : parsed(data);
  if (isObject(value)) {
    const { fields, tooLong = [] } = ownFields(value, new Set());
    return { data: fields, tooLong: tooLong.map((name) => `data.${name}`) };
  }
  const { fields, tooLong = [] } = ownFields({ data }, new Set());
  return { data: fields?.['data'], tooLong };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // The data is a text.
  }
}
