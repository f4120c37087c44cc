import type { Kind, Row } from '@chatferry/contract';
import { conversationOf } from '@chatferry/job/planning';

/** A preview of a conversation, from the first rows. */
export interface FirstConversation {
  /** The name of the group, or the names of the two users; ids where no name was read. */
  readonly title: string;
  readonly isGroup: boolean;
  /** Number of messages among the rows that were read. */
  readonly messages: number;
  /** The first messages, in order of time. */
  readonly first: readonly FirstMessage[];
}

export interface FirstMessage {
  /** Name, or id; undefined for a message of the server. */
  readonly sender: string | undefined;
  readonly record: Row;
  /** The message that this one replies to, if it was read. */
  readonly parent?: { readonly sender: string | undefined; readonly record: Row };
}

interface Talk {
  readonly isGroup: boolean;
  readonly receiver: string;
  readonly sender: string;
  messages: number;
  readonly first: Row[];
}

/** Maximum numbers of conversations, of messages of each, and of names that are kept while rows are read. */
const TALKS = 200;
const KEPT = 30;
const NAMES = 50_000;
/** Maximum number of conversations that are shown, largest first. */
const SHOWN = 12;

/** Collects conversations from the first rows of an export. Its memory is bounded. */
export class FirstConversations {
  readonly #talks = new Map<number, Talk>();
  readonly #names = { users: new Map<string, string>(), groups: new Map<string, string>() };

  add(kind: Kind, id: string, record: Row): void {
    if (kind === 'users' || kind === 'groups') {
      const { name } = record;
      const names = this.#names[kind];
      if (typeof name === 'string' && names.size < NAMES) names.set(id, name);
    } else if (kind === 'messages') this.#addMessage(record);
  }

  /** The largest conversations, alternating between groups and pairs of users. */
  conversations(): FirstConversation[] {
    const talks = [...this.#talks.values()].toSorted((one, other) => other.messages - one.messages);
    const groups = talks.filter(({ isGroup }) => isGroup).slice(0, SHOWN / 2);
    const pairs = talks.filter(({ isGroup }) => !isGroup).slice(0, SHOWN / 2);
    return [...groups, ...pairs].map((talk) => this.#shown(talk));
  }

  #addMessage(record: Row): void {
    const key = conversationOf(record)?.conversation;
    if (key === undefined) return;
    const known = this.#talks.get(key);
    if (known === undefined && this.#talks.size >= TALKS) return;
    const { sender, receiver, receiverType } = record as Record<string, string>;
    const talk = known ?? {
      isGroup: receiverType === 'group',
      receiver: receiver ?? '',
      sender: sender ?? '',
      messages: 0,
      first: [],
    };
    talk.messages++;
    if (talk.first.length < KEPT) talk.first.push(record);
    this.#talks.set(key, talk);
  }

  #shown({ isGroup, receiver, sender, messages, first }: Talk): FirstConversation {
    const byId = new Map(first.map((record) => [record['muid'], record]));
    const title = isGroup
      ? this.#nameOf('groups', receiver)
      : [sender, receiver].map((id) => this.#nameOf('users', id)).join(', ');
    return {
      title,
      isGroup,
      messages,
      first: first.toSorted(byTime).map((record) => {
        const parent = byId.get(parentOf(record));
        return {
          ...this.#message(record),
          ...(parent === undefined ? {} : { parent: this.#message(parent) }),
        };
      }),
    };
  }

  #message(record: Row): FirstMessage {
    const { sender } = record;
    return {
      sender: typeof sender === 'string' ? this.#nameOf('users', sender) : undefined,
      record,
    };
  }

  #nameOf(kind: 'users' | 'groups', id: string): string {
    return this.#names[kind].get(id) ?? id;
  }
}

function byTime(one: Row, other: Row): number {
  return Number(one['sentAt'] ?? 0) - Number(other['sentAt'] ?? 0);
}

function parentOf(record: Row): unknown {
  const { metadata } = (record['data'] ?? {}) as { metadata?: { parentMuid?: unknown } };
  return record['parent'] ?? metadata?.parentMuid;
}
