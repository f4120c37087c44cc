import type { Row } from '@chatferry/contract';
import { text, texts } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import { type Channel, type ChannelList, channelOf } from './channels.ts';

/** A conversation as slackdump recorded it. */
export interface RecordedChannel {
  readonly row: Row;
  /** Ids of users that slackdump listed. */
  readonly members: readonly string[];
  readonly place: Place;
}

/** The user who made all recordings; undefined when several users did, because their conversations of two people differ. */
export function onlyOf(selves: Iterable<string>): string | undefined {
  const [self, ...others] = new Set(selves);
  return others.length === 0 ? self : undefined;
}

/**
 * A conversation as the API describes it. Its fields state what an export shows by its lists.
 *
 * @param self id of the user who made the recording: of two people, the API does not name this one, and neither do
 * dumps
 */
export function recordedChannel(
  { row, members, place }: RecordedChannel,
  self: string | undefined,
): Channel | undefined {
  const list = listOf(row);
  const user = text(row['user']);
  const people = list === 'dms' ? [user ?? '', self ?? ''] : [];
  const all = [...texts(row['members']), ...members, ...people];
  const channel = channelOf({ ...row, members: all.length === 0 ? undefined : all }, list, place);
  if (list !== 'dms' || channel === undefined) return channel;
  const areKnown = user !== undefined && self !== undefined;
  return { ...channel, hasMembers: areKnown || channel.members.length > 1 };
}

function listOf(row: Row): ChannelList {
  if (row['is_im'] === true || text(row['id'])?.startsWith('D') === true) return 'dms';
  if (row['is_mpim'] === true) return 'mpims';
  return row['is_private'] === true ? 'groups' : 'channels';
}
