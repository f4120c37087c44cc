import { randomBytes } from 'node:crypto';
import { ApiError, type Client } from '@chatferry/client';

/** Seconds between two imported messages. */
const STEP = 10;
/** Seconds from the first imported message to the start of the check. */
const FIRST = 1000;

/** The records that the check writes into the app. Their ids begin with a prefix that no other record in the app has. */
export class OwnRecords {
  readonly prefix = `chatferry-check-${randomBytes(4).toString('hex')}`;
  /** UNIX seconds. */
  readonly startedAt: number = Math.floor(Date.now() / 1000);
  readonly #uids = new Set<string>();
  readonly #guids = new Set<string>();
  /** Two users who talked to each other. */
  readonly #pairs = new Map<string, readonly [string, string]>();

  /** Notes the id before the record is created, so that the record is removed whatever happens. */
  uid(name: string): string {
    const uid = `${this.prefix}-${name}`;
    this.#uids.add(uid);
    return uid;
  }

  guid(name: string): string {
    const guid = `${this.prefix}-${name}`;
    this.#guids.add(guid);
    return guid;
  }

  pair(one: string, other: string): readonly [string, string] {
    const pair = [this.uid(one), this.uid(other)] as const;
    this.#pairs.set(pair.join(' '), pair);
    return pair;
  }

  /** Imports the users, groups and messages for the questions, with times of their own. */
  async create(client: Client, signal: AbortSignal): Promise<void> {
    const at = (secondsAgo: number): number => this.startedAt - secondsAgo;
    const [ann, bob, cy] = ['ann', 'bob', 'cy'].map((name) => this.uid(name)) as [
      string,
      string,
      string,
    ];
    this.pair('ann', 'bob');
    const users = [ann, bob, cy].map((uid, index) => ({
      uid,
      name: 'chatferry check',
      createdAt: at(3000 - index * 100),
    }));
    await client.dataImport.users({ body: { users: byId(users, 'uid') }, signal });
    const groups = [this.guid('team'), this.guid('gone')].map((guid) => ({
      guid,
      name: 'chatferry check',
      type: 'private' as const,
      owner: ann,
      createdAt: at(2000),
    }));
    await client.dataImport.groups({ body: { groups: byId(groups, 'guid') }, signal });
    const members = [bob, cy].flatMap((uid) =>
      groups.map(({ guid }) => ({
        memberId: `${guid}_member_${uid}`,
        guid,
        uid,
        joinedAt: at(1500),
      })),
    );
    await client.dataImport.members({ body: { members: byId(members, 'memberId') }, signal });
    await this.#import(client, signal, groups[0]!.guid, 'group');
    await this.#import(client, signal, bob, 'user');
    await this.#import(client, signal, groups[1]!.guid, 'group', ['a']);
  }

  /** Imports messages that are ten seconds apart; the latest first, so that ids and times are in opposite order. */
  async #import(
    client: Client,
    signal: AbortSignal,
    receiver: string,
    receiverType: 'user' | 'group',
    names: readonly string[] = ['a', 'b', 'c', 'd', 'e'],
  ): Promise<void> {
    for (const [index, name] of [...names.entries()].toReversed()) {
      const message = {
        muid: `${receiver}-${name}`,
        sender: this.uid(receiverType === 'user' ? 'ann' : 'bob'),
        receiverType,
        receiver,
        category: 'message',
        type: 'text',
        data: { text: name },
        sentAt: this.startedAt - FIRST + index * STEP,
      } as const;
      await client.dataImport.messages({ body: { messages: { [message.muid]: message } }, signal });
    }
  }

  /**
   * Permanently removes everything with the prefix. Continues when a removal fails.
   * @returns the ids of records that are left
   */
  async remove(client: Client): Promise<string[]> {
    const uids = [...this.#uids];
    await tried(client.users.reactivate({ body: { uidsToActivate: uids } }));
    for (const [uid, onBehalfOf] of this.#pairs.values()) {
      const body = { deleteMessagesPermanently: true };
      await tried(client.users.conversation.reset({ path: { uid }, onBehalfOf, body }));
    }
    for (const guid of this.#guids) await tried(client.groups.delete({ path: { guid } }));
    for (const uid of uids)
      await tried(client.users.delete({ path: { uid }, body: { permanent: true } }));
    for (const id of await this.#messageIds(client))
      await tried(client.messages.delete({ path: { id }, body: { permanent: true } }));
    return this.#left(client);
  }

  async #left(client: Client): Promise<string[]> {
    const query = { searchKey: this.prefix };
    const users = client.users.list({ query: { ...query, withDeactivated: true } });
    const found = [
      ...(await Array.fromAsync(users, ({ uid }) => uid)),
      ...(await Array.fromAsync(client.groups.list({ query }), ({ guid }) => guid)),
    ];
    const messages = await this.#messageIds(client);
    return [
      ...found.filter((id) => id.startsWith(this.prefix)),
      ...messages.map((id) => `message ${id}`),
    ];
  }

  /** Ids of messages from the time of the check in conversations with the prefix. */
  async #messageIds(client: Client): Promise<string[]> {
    const query = { fromTimestamp: this.startedAt - FIRST };
    const messages = await Array.fromAsync(client.messages.list({ query }));
    return messages
      .filter(({ conversationId }) => conversationId?.includes(this.prefix))
      .map(({ id }) => id);
  }
}

function byId<Id extends string, One extends Readonly<Record<Id, string>>>(
  records: readonly One[],
  id: Id,
): Record<string, One> {
  return Object.fromEntries(records.map((record) => [record[id], record]));
}

/** Ignores a refusal: a missing record needs no removal, and a search at the end finds the records that are left. */
async function tried(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
