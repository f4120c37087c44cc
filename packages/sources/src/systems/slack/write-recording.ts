import type { Row } from '@chatferry/contract';
import { object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { type Channel, channelOf, writeChannel } from './channels.ts';
import { withoutTokens } from './files.ts';
import type { StoredMessage } from './message-store.ts';
import { ChannelMessages, isMessage, type MessageContext } from './messages.ts';
import type { SlackOptions } from './options.ts';
import { needsSenders, Senders } from './senders.ts';
import { recordedChannel } from './slackdump-channel.ts';
import { SlackUsers } from './users.ts';

interface Recorded extends Place {
  /** JSON. */
  readonly data: string;
}

/** A recording of a workspace by slackdump, from any form of file. */
export interface Recording {
  /** Id of the user who made the recording. */
  readonly self: string | undefined;
  readonly users: Iterable<Recorded>;
  readonly channels: Iterable<Recorded>;
  readonly members: Iterable<{ readonly channel: string; readonly user: string }>;
  /** The messages by conversation, in the order of the times, each once. */
  readonly messages: () => Iterable<StoredMessage>;
  /** The number of recorded messages, with each recording counted. */
  readonly recordings: number;
  /** The ids of files whose bytes the recording has. */
  readonly uploads: ReadonlyMap<string, string>;
}

/** Turns a recording of slackdump into rows. */
export function writeRecording(recording: Recording, options: SlackOptions, out: ExportRows): void {
  const users = new SlackUsers();
  for (const { data, ...place } of recording.users) {
    out.count('users');
    const user = parsed(data);
    if (!users.addListed(object(user), place)) out.brokenRow('users', place, withoutTokens(data));
  }
  const channels = readChannels(recording, out);
  const channelNames = new Map(
    [...channels.values()].flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]])),
  );
  const context: MessageContext = { users, out, options, channelNames, uploads: recording.uploads };
  for (const channel of channels.values()) writeChannel(channel, context);
  settleChannels(recording, channels, context);
  const last = writeMessages(recording, channels, context);
  users.write(out, options, last);
}

function readChannels(recording: Recording, out: ExportRows): Map<string, Channel> {
  const members = new Map<string, string[]>();
  for (const { channel, user } of recording.members) {
    const known = members.get(channel);
    if (known === undefined) members.set(channel, [user]);
    else known.push(user);
  }
  const channels = new Map<string, Channel>();
  for (const { data, ...place } of recording.channels) {
    out.count('conversations');
    const row: Row = object(parsed(data));
    const listed = members.get(text(row['id']) ?? '') ?? [];
    const channel = recordedChannel({ row, members: listed, place }, recording.self);
    if (channel === undefined) out.brokenRow('groups', place, withoutTokens(data));
    else channels.set(channel.id, channel);
  }
  return channels;
}

/** Settles conversations of two people, which depend on their writers. */
function settleChannels(
  recording: Recording,
  channels: Map<string, Channel>,
  context: MessageContext,
): void {
  const senders = new Map<string, Senders>();
  for (const channel of channels.values())
    if (needsSenders(channel, context.options)) senders.set(channel.id, new Senders(context));
  if (senders.size === 0) return;
  for (const { channel, data } of recording.messages()) {
    const found = senders.get(channel);
    const message = found === undefined ? undefined : parsed(data);
    if (isMessage(message)) found?.add(message);
  }
  for (const [id, found] of senders) channels.set(id, found.settle(channels.get(id)!));
}

/** @returns UNIX seconds of the last message, or 0 */
function writeMessages(
  recording: Recording,
  channels: Map<string, Channel>,
  context: MessageContext,
): number {
  const { out } = context;
  let [last, read] = [0, 0];
  let open: { readonly id: string; readonly messages: ChannelMessages } | undefined;
  for (const { channel: id, data, ...place } of recording.messages()) {
    read++;
    if (open?.id !== id) {
      let channel = channels.get(id);
      if (channel === undefined) {
        out.note('groups', 'made for conversations of which only messages were recorded');
        channel = channelOf({ id, name: id }, 'groups', place)!;
        writeChannel(channel, context);
      }
      open = { id, messages: new ChannelMessages(channel, context) };
    }
    const message = parsed(data);
    if (isMessage(message)) {
      open.messages.add(message, place);
      last = Math.max(last, open.messages.last);
    } else {
      out.count('messages');
      out.brokenRow('messages', place, withoutTokens(data));
    }
  }
  if (recording.recordings > read)
    out.note('messages', 'recorded again later, and carried once', recording.recordings - read);
  return last;
}

/** Undefined for a text that is not JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
