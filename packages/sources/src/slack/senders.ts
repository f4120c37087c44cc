import type { Row } from '@chatferry/contract';
import { object, text } from '../reading/values.ts';
import type { ExportRows } from '../rows/export-rows.ts';
import { type Channel, writeChannel } from './channels.ts';
import type { SlackOptions } from './options.ts';
import { isEditLog, reasonToFilter, systemSender } from './subtypes.ts';
import type { SlackUsers } from './users.ts';

/** The person who sent a message; undefined for an application without an account. */
export function personOf(message: Row): string | undefined {
  const user = systemSender(message) ?? text(message['user']);
  return user ?? text(object(message['comment'])['user']);
}

/** Who wrote in a conversation of two people. */
export class Senders {
  readonly #ids = new Set<string>();
  readonly #users: SlackUsers;
  readonly #options: SlackOptions;

  constructor(users: SlackUsers, options: SlackOptions) {
    this.#users = users;
    this.#options = options;
  }

  add(message: Row): void {
    if (isEditLog(message) || reasonToFilter(message, this.#options) !== undefined) return;
    this.#ids.add(personOf(message) ?? this.#users.botOf(message));
  }

  /**
   * The conversation with its two people, who are the senders where the export does not list them. It is a private group
   * where someone else wrote, who would otherwise have a conversation with one of them, or where one of the two is not known.
   */
  settle(channel: Channel, out: ExportRows): Channel {
    const { hasMembers, members: listed } = channel;
    const members = hasMembers ? listed : [...new Set([...listed, ...this.#ids])];
    const isOfThem = [...this.#ids].every((id) => members.includes(id));
    const isOfOne = hasMembers && members.length < 2;
    if (isOfThem && (members.length === 2 || isOfOne)) return { ...channel, members };
    out.note('groups', 'made for direct messages in which another one wrote, or one is not known');
    const group: Channel = { ...channel, list: 'mpims' };
    writeChannel(group, this.#users, out);
    return group;
  }
}

/** Whether who wrote in a conversation decides what it becomes. */
export function needsSenders({ list }: Channel, { directMessages }: SlackOptions): boolean {
  return list === 'dms' && directMessages === 'keep';
}
