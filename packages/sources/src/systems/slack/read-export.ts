import type { Row } from '@chatferry/contract';
import type { FindOriginals } from '../../rows/source-words.ts';
import type { Archive, Entry } from '../../archive/archive.ts';
import { elementsOf, type Element } from '../../reading/elements.ts';
import { findRecords } from '../../reading/find-records.ts';
import { object, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { type Channel, channelLists, channelOf, writeChannel } from './channels.ts';
import { withoutTokens } from './files.ts';
import { compareTs } from './ids.ts';
import { slackLayout, type Workspace } from './layout.ts';
import { ChannelMessages, isMessage, type MessageContext } from './messages.ts';
import type { SlackOptions } from './options.ts';
import { leaveOutFiles, uploadsIn } from './other-files.ts';
import { needsSenders, Senders } from './senders.ts';
import { SlackUsers } from './users.ts';

/*
 * The whole reading:
 *
 *   for each workspace: read its lists of users, then its lists of conversations
 *   for each conversation of two people: read who wrote in it
 *   for each conversation, for each of its days: read the messages, in the order of their times
 *   write the users, whom all of these name
 */

/** Reads an export of Slack: of a workspace, or of an organisation with several. */
export async function readExport(
  archive: Archive,
  options: SlackOptions,
  out: ExportRows,
): Promise<FindOriginals> {
  const { workspaces, others } = slackLayout(archive);
  const users = new SlackUsers();
  for (const { users: lists } of workspaces)
    for (const entry of lists)
      await eachRecord(archive, entry, ({ value, broken }, place) => {
        out.count('users');
        if (!users.addListed(object(value), place))
          out.brokenRow('users', place, broken ?? JSON.stringify(value));
      });

  const channelNames = new Map<string, string>();
  const channels: ReadonlyMap<string, Channel>[] = [];
  for (const workspace of workspaces)
    channels.push(await readChannels(archive, workspace, users, channelNames, out));

  const context: MessageContext = {
    users,
    out,
    options,
    channelNames,
    uploads: uploadsIn(others),
  };
  let last = 0;
  for (const [index, { days }] of workspaces.entries())
    for (const [folder, entries] of days) {
      const channel =
        (await settled(archive, entries, channels[index]!.get(asKey(folder)), context)) ??
        unlisted(archive, folder, entries, context);
      last = Math.max(last, await readMessages(archive, entries, channel, context));
    }
  users.write(out, options, last);

  leaveOutFiles(archive, others, out);
  return (file, lines) =>
    findRecords(archive, file, lines, elementsOf, ({ value }) =>
      value === undefined ? undefined : withoutTokens(JSON.stringify(value)),
    );
}

/** The conversations of a workspace, by the names that their folders may have. */
async function readChannels(
  archive: Archive,
  { lists }: Workspace,
  users: SlackUsers,
  names: Map<string, string>,
  out: ExportRows,
): Promise<ReadonlyMap<string, Channel>> {
  const byFolder = new Map<string, Channel>();
  const found: Channel[] = [];
  for (const list of channelLists) {
    const entry = lists[list];
    if (entry === undefined) continue;
    await eachRecord(archive, entry, ({ value, broken }, place) => {
      out.count(list.replace('_', ' '));
      const channel = channelOf(object(value), list, place);
      if (channel === undefined)
        return out.brokenRow('groups', place, broken ?? JSON.stringify(value));
      found.push(channel);
      if (channel.name !== undefined) names.set(channel.id, channel.name);
      for (const folder of [channel.name, channel.id])
        if (folder !== undefined && !byFolder.has(asKey(folder)))
          byFolder.set(asKey(folder), channel);
    });
  }
  for (const channel of found) writeChannel(channel, { users, out, channelNames: names });
  return byFolder;
}

/** Normalises a name: some systems write accents in names of folders in another form than the lists. */
function asKey(folder: string): string {
  return folder.normalize('NFC');
}

/** A conversation in its final form, after its writers are known. */
async function settled(
  archive: Archive,
  entries: readonly Entry[],
  channel: Channel | undefined,
  context: MessageContext,
): Promise<Channel | undefined> {
  if (channel === undefined || !needsSenders(channel, context.options)) return channel;
  const senders = new Senders(context);
  for (const entry of entries)
    await eachRecord(archive, entry, ({ value }) => isMessage(value) && senders.add(value));
  return senders.settle(channel);
}

/** A conversation with a folder but in no list becomes a private group. */
function unlisted(
  archive: Archive,
  folder: string,
  [first]: readonly Entry[],
  context: MessageContext,
): Channel {
  context.out.note('groups', 'made for folders of conversations that no list contains');
  const place = { file: archive.placeOf(first!), line: 1 };
  const channel = channelOf({ id: folder, name: folder }, 'groups', place)!;
  writeChannel(channel, context);
  return channel;
}

/** @returns UNIX seconds of the last message, or 0 */
async function readMessages(
  archive: Archive,
  entries: readonly Entry[],
  channel: Channel,
  context: MessageContext,
): Promise<number> {
  const messages = new ChannelMessages(channel, context);
  const addEarly = async (message: Row, place: Place): Promise<void> => {
    messages.coming = await timesOf(archive, entries, messages);
    messages.add(message, place);
  };
  for (const entry of entries)
    await eachRecord(archive, entry, ({ value, broken }, place) => {
      if (!isMessage(value)) {
        context.out.count('messages');
        context.out.brokenRow('messages', place, withoutTokens(broken ?? JSON.stringify(value)));
        return undefined;
      }
      return messages.needsComing(value) ? addEarly(value, place) : messages.add(value, place);
    });
  return messages.last;
}

/** The times of all messages of a conversation that become rows. */
async function timesOf(
  archive: Archive,
  entries: readonly Entry[],
  messages: ChannelMessages,
): Promise<ReadonlySet<string>> {
  const times = new Set<string>();
  for (const entry of entries)
    await eachRecord(archive, entry, ({ value }) => {
      const time = isMessage(value) ? messages.timeOf(value) : undefined;
      if (time !== undefined) times.add(time);
    });
  return times;
}

/** Calls for each element of a file. Messages are in the order of their times within a batch. */
async function eachRecord(
  archive: Archive,
  entry: Entry,
  take: (element: Element, place: Place) => unknown,
): Promise<void> {
  const file = archive.placeOf(entry);
  for await (const batch of elementsOf(archive, entry))
    for (const element of inOrder(batch)) {
      const taken = take(element, { file, line: element.line });
      if (taken instanceof Promise) await taken;
    }
}

function inOrder(elements: readonly Element[]): readonly Element[] {
  const isSorted = elements.every(
    (element, index) => index === 0 || compareTs(tsOf(elements[index - 1]!), tsOf(element)) <= 0,
  );
  return isSorted ? elements : elements.toSorted((one, other) => compareTs(tsOf(one), tsOf(other)));
}

function tsOf({ value }: Element): string {
  return text(object(value)['ts']) ?? '';
}
