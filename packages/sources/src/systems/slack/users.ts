import { limits, type Row } from '@chatferry/contract';
import { filled, object, text, wholeNumber } from '../../reading/values.ts';
import type { Place } from '../../reading/place.ts';
import type { ExportRows } from '../../rows/export-rows.ts';
import { realTime } from './ids.ts';
import type { SlackOptions } from './options.ts';

interface KnownUser {
  readonly place: Place;
  readonly row: Row;
  readonly name: string;
  /** The source of the facts: the list of users, the sender of a message, or only the id. */
  readonly from: 'list' | 'message' | 'id';
}

/** Slack's own bot, which the list of users does not contain. */
const SLACKBOT = 'USLACKBOT';

/** The sender of messages about which only the fact is known that an application wrote them. */
const UNKNOWN_BOT = 'slack-bot';

/** All users that an export names: in its list, as senders, members, reactors, or in a text. */
export class SlackUsers {
  readonly #users = new Map<string, KnownUser>();
  /** The user (`U…`) of each bot id (`B…`). */
  readonly #bots = new Map<string, string>();
  readonly #botUsers = new Set<string>();
  /** Deactivated users by id, with the time; 0 when it is not known. */
  readonly #deactivated = new Map<string, number>();

  get size(): number {
    return this.#users.size;
  }

  /** Adds a user of the list of users. The first of several lists counts. @returns false for a user without an id */
  addListed(user: Row, place: Place): boolean {
    const id = text(user['id']);
    if (id === undefined) return false;
    if (this.#users.get(id)?.from === 'list') return true;
    const profile = object(user['profile']);
    const bot = text(profile['bot_id']);
    if (bot !== undefined) this.#bots.set(bot, id);
    if (user['is_bot'] === true) this.#botUsers.add(id);
    if (user['deleted'] === true)
      this.#deactivated.set(id, realTime(wholeNumber(user['updated'])) ?? 0);
    const name = nameIn(profile) ?? text(user['real_name']) ?? text(user['name']) ?? id;
    const row = {
      ...shown(id, name, profile),
      metadata: filled({
        slackUserId: id,
        email: text(profile['email']),
        title: text(profile['title']),
        tz: text(user['tz']),
        teamId: text(user['team_id']),
      }),
      tags: tagsOf(user),
    };
    this.#users.set(id, { place, row, name, from: 'list' });
    return true;
  }

  /** Whether an account belongs to a bot. */
  isBot(id: string): boolean {
    return id === SLACKBOT || this.#botUsers.has(id);
  }

  /** Notes a user when this place contains only the id. */
  addId(id: string, place: Place): void {
    if (this.#users.has(id)) return;
    const name = id === SLACKBOT ? 'Slackbot' : `Unknown user ${id}`;
    const tags = id === SLACKBOT ? ['bot'] : ['chatferry-placeholder'];
    const row = { uid: id, name, metadata: { slackUserId: id }, tags };
    this.#users.set(id, { place, row, name, from: 'id' });
  }

  /** Notes a sender, with the message's facts about the user. */
  addSender(id: string, message: Row, place: Place): void {
    const known = this.#users.get(id);
    const profile = object(message['user_profile']);
    const name = nameIn(profile) ?? text(profile['name']);
    if (name === undefined) return this.addId(id, place);
    if (known !== undefined && known.from !== 'id') return;
    const teamId = text(message['user_team']) ?? text(profile['team']);
    const row = {
      ...shown(id, name, profile),
      metadata: filled({ slackUserId: id, teamId }),
      tags: ['foreign'],
    };
    this.#users.set(id, { place: known?.place ?? place, row, name, from: 'message' });
  }

  /** The uid in the export of the bot that wrote a message. */
  botOf(message: Row): string {
    const id = text(message['bot_id']) ?? text(object(message['bot_profile'])['id']);
    return id === undefined ? UNKNOWN_BOT : (this.#bots.get(id) ?? id);
  }

  /** The sender of a message that a bot wrote. @returns its uid in the export */
  addBot(message: Row, place: Place): string {
    const profile = object(message['bot_profile']);
    const id = this.botOf(message);
    const before = this.#users.get(id);
    const ownName = text(profile['name']);
    if (before !== undefined && (before.from !== 'id' || ownName === undefined)) return id;
    const name =
      ownName ?? (id === UNKNOWN_BOT ? 'Bot' : (text(message['username']) ?? `Bot ${id}`));
    const row = {
      ...shown(id, name, object(profile['icons'])),
      metadata: { slackBotId: id },
      tags: ['bot'],
    };
    const from = ownName === undefined ? 'id' : 'message';
    this.#users.set(id, { place: before?.place ?? place, row, name, from });
    return id;
  }

  nameOf(id: string): string | undefined {
    return this.#users.get(id)?.name;
  }

  /** Writes the rows of all users. @param lastMessage UNIX seconds; the deactivation time of users without a better time */
  write(out: ExportRows, { deletedUsers }: SlackOptions, lastMessage: number): void {
    for (const [id, { place, row, from }] of this.#users) {
      const time = deletedUsers === 'keep' ? undefined : this.#deactivated.get(id);
      if (from !== 'list') out.note('users', 'made from the messages that name them');
      const known = time === 0 ? Math.max(lastMessage, limits.earliestTime) : time;
      out.row('users', place, known === undefined ? row : { ...row, deactivatedAt: known });
    }
  }
}

function nameIn(profile: Row): string | undefined {
  return text(profile['display_name']) ?? text(profile['real_name']);
}

function shown(id: string, name: string, pictures: Row): Row {
  const avatar = avatarOf(pictures);
  return {
    uid: id,
    name,
    ...(avatar === undefined ? {} : { avatar }),
  };
}

const pictureSizes = ['original', '1024', '512', '192', '72', '48', '36', '32', '24'];

function avatarOf(pictures: Row): string | undefined {
  return pictureSizes
    .map((size) => text(pictures[`image_${size}`]))
    .find((each) => each !== undefined);
}

function tagsOf(user: Row): string[] | undefined {
  const tags = [
    // `is_app_user` is true for people who use the app that made the export.
    ...(user['is_bot'] === true ? ['bot'] : []),
    ...(user['is_restricted'] === true || user['is_ultra_restricted'] === true ? ['guest'] : []),
  ];
  return tags.length === 0 ? undefined : tags;
}
