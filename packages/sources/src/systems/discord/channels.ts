import { limits, type Row } from '@chatferry/contract';
import { entryOf, filled, object, shortText, text } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import type { KnownUsers } from '../../rows/known-users.ts';
import { createdAt, isId } from './ids.ts';
import type { DiscordOptions } from './options.ts';

export interface Channel {
  readonly id: string;
  readonly kind: 'direct' | 'group' | 'thread' | 'private-thread';
  readonly name: string | undefined;
  /** The channel of a thread; the category of any other channel. */
  readonly parent: { readonly id: string | undefined; readonly name: string | undefined };
  readonly row: Row;
  readonly guild: Row;
  readonly place: Place;
  /** The users who wrote, reacted or joined, each with the record that shows it. */
  readonly people: Map<string, Place>;
}

/** Types of channels that are no groups, by their names and numbers. */
const kinds: Readonly<Record<string, Channel['kind']>> = {
  DirectTextChat: 'direct',
  '1': 'direct',
  GuildNewsThread: 'thread',
  '10': 'thread',
  GuildPublicThread: 'thread',
  '11': 'thread',
  GuildPrivateThread: 'private-thread',
  '12': 'private-thread',
};

export function isThread(type: unknown): boolean {
  return entryOf(kinds, type)?.endsWith('thread') === true;
}

/** The channels of an export. Each file has one channel, and several files may have the same channel. */
export class DiscordChannels {
  readonly #channels = new Map<string, Channel>();
  readonly #threads: DiscordOptions['threads'];

  constructor({ threads }: DiscordOptions) {
    this.#threads = threads;
  }

  /** @returns undefined for a channel without an id */
  add(channel: Row, guild: Row, place: Place, out: ExportRows): Channel | undefined {
    out.count('channels');
    const id = channel['id'];
    if (!isId(id)) return undefined;
    const known = this.#channels.get(id);
    if (known !== undefined && known.row['type'] !== undefined) {
      out.filter('groups', 'a further file of a channel');
      return known;
    }
    const kind = entryOf(kinds, channel['type']) ?? 'group';
    const parentId = isId(channel['categoryId']) ? channel['categoryId'] : undefined;
    const found: Channel = {
      id,
      kind,
      name: text(channel['name']),
      parent: { id: parentId, name: text(channel['category']) },
      row: channel,
      guild,
      place,
      people: new Map(),
    };
    this.#channels.set(id, found);
    return found;
  }

  nameOf(id: string): string | undefined {
    return this.#channels.get(id)?.name;
  }

  /** Whether a message is the first message of a thread: both have the same id. */
  isThread(id: string): boolean {
    return this.#channels.get(id)?.kind === 'thread';
  }

  /** The group of the messages in a channel; for a thread, the group of its channel. */
  groupOf(channel: Channel): Channel {
    const { kind, parent } = channel;
    const isOwn = kind !== 'thread' || this.#threads === 'groups' || parent.id === undefined;
    return isOwn ? channel : (this.#channels.get(parent.id) ?? channel);
  }

  /** Adds the channels of threads that have no file. People in a thread are in its channel too. */
  complete(out: ExportRows): void {
    for (const channel of this.#channels.values()) {
      const { kind, parent, guild, place } = channel;
      if (kind !== 'thread' || this.#threads === 'groups' || parent.id === undefined) continue;
      if (!this.#channels.has(parent.id)) {
        out.note('groups', 'made for channels of which only threads are in the export');
        const made = { id: parent.id, kind: 'group', name: parent.name } as const;
        const none = { id: undefined, name: undefined };
        const people = new Map<string, Place>();
        this.#channels.set(parent.id, { ...made, parent: none, row: {}, guild, place, people });
      }
      const { people } = this.#channels.get(parent.id)!;
      for (const [uid, at] of channel.people) if (!people.has(uid)) people.set(uid, at);
    }
  }

  /** Writes groups with their members. */
  write(users: KnownUsers, { channels: type }: DiscordOptions, out: ExportRows): void {
    for (const channel of this.#channels.values()) {
      if (channel.kind === 'direct') {
        out.filter('groups', 'the conversation is of two people');
        continue;
      }
      if (this.groupOf(channel) !== channel) {
        out.filter('groups', 'a thread, whose messages are in the group of its channel');
        continue;
      }
      const isPublic = channel.kind !== 'private-thread' && !isDirectGroup(channel);
      out.row('groups', channel.place, groupOf(channel, users, isPublic ? type : 'private'));
      for (const [uid, place] of channel.people)
        out.row('members', place, { guid: channel.id, uid });
    }
  }
}

function isDirectGroup({ row }: Channel): boolean {
  return row['type'] === 'DirectGroupTextChat' || String(row['type']) === '3';
}

function groupOf(channel: Channel, users: KnownUsers, type: string): Row {
  const { id, row, guild, parent, people } = channel;
  const names = Array.from(people.keys(), (uid) => users.ownNameOf(uid) ?? uid).join(', ');
  const name = channel.name ?? (names === '' ? id : names);
  const topic = text(row['topic']);
  const icon = text(row['iconUrl']) ?? text(guild['iconUrl']);
  const category = channel.kind === 'group' ? parent.name : undefined;
  return {
    guid: id,
    name,
    type,
    createdAt: createdAt(id),
    ...filled({
      icon: icon?.startsWith('https://') === true ? icon.split('?')[0] : undefined,
      description: topic,
      tags: category === undefined ? undefined : [shortText(category, limits.tagLength)],
      metadata: filled({
        guild: isDirectGroup(channel) ? undefined : text(object(guild)['name']),
        topic: topic !== undefined && topic.length > limits.descriptionLength ? topic : undefined,
        thread: channel.kind === 'group' ? undefined : true,
        parentGroup: channel.kind === 'group' ? undefined : parent.id,
      }),
    }),
  };
}
