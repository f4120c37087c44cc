import type { Row } from '@chatferry/contract';
import { filled, object, text, texts, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { realTime } from './ids.ts';
import { plainText } from './mrkdwn.ts';
import type { SlackUsers } from './users.ts';

/** The lists of conversations in an export; the last one has the comments on canvases and files. */
export const channelLists = ['channels', 'groups', 'mpims', 'dms', 'file_conversations'] as const;

export type ChannelList = (typeof channelLists)[number];

/** A conversation. Its messages go to a group, to the other one of two people, or nowhere. */
export interface Channel {
  readonly id: string;
  readonly name: string | undefined;
  readonly list: ChannelList;
  /** Ids of users, each once. */
  readonly members: readonly string[];
  /** Whether the export lists the members; slackdump may not have recorded them. */
  readonly hasMembers: boolean;
  readonly row: Row;
  readonly place: Place;
}

/** @returns undefined for a channel without an id */
export function channelOf(row: Row, list: ChannelList, place: Place): Channel | undefined {
  const id = text(row['id']);
  if (id === undefined) return undefined;
  const members = [...new Set(texts(row['members']).filter((each) => each !== ''))];
  // Slack removes all members from an archived channel.
  const wasCleared = members.length === 0 && row['is_archived'] === true;
  const hasMembers = Array.isArray(row['members']) && !wasCleared;
  return { id, name: text(row['name']), list, members, hasMembers, row, place };
}

/** The shared state for conversations and their messages. */
export interface ChannelContext {
  readonly users: SlackUsers;
  readonly out: ExportRows;
  /** Names of conversations by id. */
  readonly channelNames: ReadonlyMap<string, string>;
}

/** Writes the group and its members. Conversations of two people need neither. */
export function writeChannel(channel: Channel, { users, out, channelNames }: ChannelContext): void {
  const { id, list, members, place, row } = channel;
  for (const member of members) users.addId(member, place);
  const creator = text(row['creator']);
  if (creator !== undefined && list !== 'dms') users.addId(creator, place);
  if (list === 'dms') return;
  const decoded = (value: unknown): string =>
    plainText(text(object(value)['value']) ?? '', {
      mention: (user) => `@${users.nameOf(user) ?? user}`,
      channelName: (named) => channelNames.get(named),
    });
  out.row('groups', place, {
    guid: id,
    name: nameOf(channel, users),
    type: list === 'channels' ? 'public' : 'private',
    ...filled({
      owner: creator,
      createdAt: realTime(wholeNumber(row['created'])),
      description: text(decoded(row['purpose'])),
    }),
    metadata: filled({
      slackChannelId: id,
      topic: text(decoded(row['topic'])),
      archived: row['is_archived'] === true ? true : undefined,
    }),
  });
  for (const uid of members) out.row('members', place, { guid: id, uid });
  const pins = Array.isArray(row['pins']) ? (row['pins'] as Row[]) : [];
  for (const pin of pins) {
    out.count('pins');
    const { id: ts, user, created } = object(pin);
    out.leaveOut('pins', 'not carried yet', place, { channel: id, ts, user, created });
  }
}

/** The text before the title of a canvas or file, in the name of its conversation. */
const fileId = /^FC:[A-Z0-9]+:/;

/** The name of a conversation. Slack makes the name of a group conversation of handles, which people do not recognise. */
function nameOf({ id, name, list, members }: Channel, users: SlackUsers): string {
  if (list !== 'mpims') return text(name?.replace(fileId, '').trim()) ?? id;
  const names = members.map((member) => users.nameOf(member) ?? member);
  return names.length === 0 ? (name ?? id) : names.join(', ');
}
