import type { Row } from '@chatferry/contract';
import { type Channel, type ChannelContext, writeChannel } from './channels.ts';
import type { SlackOptions } from './options.ts';
import { isEditLog, personOf, reasonToFilter } from './subtypes.ts';

interface SendersContext extends ChannelContext {
  readonly options: SlackOptions;
}

/** The users who wrote in a conversation of two people. */
export class Senders {
  readonly #ids = new Set<string>();
  readonly #context: SendersContext;

  constructor(context: SendersContext) {
    this.#context = context;
  }

  add(message: Row): void {
    const { users, options } = this.#context;
    if (isEditLog(message) || reasonToFilter(message, options, users) !== undefined) return;
    this.#ids.add(personOf(message) ?? users.botOf(message));
  }

  /**
   * The conversation with its two people, who are the senders if the export does not list them. It becomes a private group
   * if another person wrote, who would otherwise have a conversation with one of the two, or if one of the two is not known.
   * It also stays a group that has landed before: an export of some days may lack the messages of the other person.
   */
  settle(channel: Channel): Channel {
    if (this.#ids.size === 0) return channel;
    const wasGroup = this.#context.out.earlierIds?.isTaken('groups', channel.id) === true;
    const { hasMembers, members: listed } = channel;
    const members = hasMembers ? listed : [...new Set([...listed, ...this.#ids])];
    const isOfThem = [...this.#ids].every((id) => members.includes(id));
    const isOfOne = hasMembers && members.length < 2;
    const isOfTwo = isOfThem && (members.length === 2 || isOfOne);
    if (isOfTwo && !wasGroup) return { ...channel, members };
    const why = 'made for direct messages in which another one wrote, or one is not known';
    this.#context.out.note('groups', why);
    const group: Channel = { ...channel, list: 'mpims' };
    writeChannel(group, this.#context);
    return group;
  }
}

/** Whether the writers of a conversation decide its form. */
export function needsSenders({ list }: Channel, { directMessages }: SlackOptions): boolean {
  return list === 'dms' && directMessages === 'keep';
}
