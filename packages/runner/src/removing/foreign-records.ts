import type { Client, ItemOf } from '@chatferry/client';
import { kinds, memberId } from '@chatferry/contract';
import { isBuiltIn } from '../comparing/built-in.ts';
import { LISTS_AT_ONCE, readIfThere } from '../comparing/held-list.ts';
import type { RelationList } from '../comparing/read-relations.ts';

type Message = ItemOf<'messages.list'>;
type Member = ItemOf<'groups.members.list'>;

/** Which users, groups and other records of an app belong to the job. */
export interface OwnRecords {
  readonly hasUser: (uid: string) => boolean;
  readonly hasGroup: (guid: string) => boolean;
  readonly isOwnMessage: (message: Message) => boolean;
  readonly isOwnMember: (guid: string, member: Member) => boolean;
  readonly isOwnRelation: (kind: 'friends' | 'blocks', id: string) => boolean;
}

/** Called for a user or a group that holds a record of other people. @param record as `kind:id` */
export type OnForeign = (of: 'users' | 'groups', id: string, record: string) => void;

export interface AppToRead {
  readonly client: Pick<Client, 'list'>;
  readonly own: OwnRecords;
  readonly onForeign: OnForeign;
  /** Called for each membership that is not the job's, except that the owner of a job's group is a member of it. */
  readonly onForeignMember?: (guid: string, uid: string) => void;
  readonly signal: AbortSignal;
}

/** Reads all messages, except messages that the service writes itself. */
export async function readForeignMessages(
  { client, own, onForeign, signal }: AppToRead,
  onOwn: (message: Message) => void = () => {},
): Promise<void> {
  for await (const message of client.list('messages.list', { signal })) {
    if (isBuiltIn('messages', message)) continue;
    const { sender, receiver, receiverType } = message;
    if (own.isOwnMessage(message)) {
      onOwn(message);
      continue;
    }
    const record = `messages:${message.muid ?? message.id}`;
    if (sender !== undefined && own.hasUser(sender)) onForeign('users', sender, record);
    if (receiver === undefined) continue;
    if (receiverType === 'group') {
      if (own.hasGroup(receiver)) onForeign('groups', receiver, record);
    } else if (own.hasUser(receiver)) onForeign('users', receiver, record);
  }
}

/**
 * Reads the members of all groups. The owner of a group may be a member as its owner.
 *
 * @param isNeeded whether to read the members of groups that are not the job's
 */
export async function readForeignMembers(
  { client, own, onForeign, onForeignMember, signal }: AppToRead,
  isNeeded: boolean,
  onOwn: (guid: string, member: Member) => void = () => {},
): Promise<void> {
  const groups = client.list('groups.list', { query: {}, signal });
  await readSeveral(groups, async ({ guid, owner }) => {
    const isOwn = own.hasGroup(guid);
    if (!isOwn && owner !== undefined && own.hasUser(owner))
      onForeign('users', owner, `groups:${guid}`);
    if (!isOwn && !isNeeded) return;
    await readIfThere(client.list('groups.members.list', { path: { guid }, signal }), (member) => {
      const { uid } = member;
      if (own.isOwnMember(guid, member)) return onOwn(guid, member);
      if (isOwn && uid === owner) return;
      onForeignMember?.(guid, uid);
      const record = `members:${memberId(guid, uid)}`;
      if (isOwn) onForeign('groups', guid, record);
      if (own.hasUser(uid)) onForeign('users', uid, record);
    });
  });
}

/** Reads the owners of the job's groups that stay: these owners cannot be removed. @param isKept whether a group stays */
export async function readOwnersOfKept(
  { client, own, onForeign, signal }: AppToRead,
  isKept: (guid: string) => boolean,
): Promise<void> {
  for await (const { guid, owner } of client.list('groups.list', { query: {}, signal }))
    if (owner !== undefined && own.hasUser(owner) && isKept(guid))
      onForeign('users', owner, `groups:${guid}`);
}

/** Reads the friends and blocks of users. A deactivated user has no such lists. */
export async function readForeignRelations(
  { client, own, onForeign, signal }: AppToRead,
  uids: AsyncIterable<string>,
): Promise<void> {
  await readSeveral(uids, async (uid) => {
    for (const kind of ['friends', 'blocks'] as const) {
      const { operation, of, to } = kinds[kind].list as RelationList;
      await readIfThere(client.list(operation, { path: { uid }, signal }), (other) => {
        const row: Record<string, unknown> = { [of]: uid, [to]: other.uid };
        kinds[kind].complete!(row);
        const id = row[kinds[kind].key] as string;
        if (!own.isOwnRelation(kind, id)) onForeign('users', uid, `${kind}:${id}`);
      });
    }
  });
}

/** Reads the lists of several items concurrently. */
async function readSeveral<Item>(
  items: AsyncIterable<Item>,
  read: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.asyncIterator]();
  const reader = async (): Promise<void> => {
    for (;;) {
      const next = await left.next();
      if (next.done === true) return;
      await read(next.value);
    }
  };
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, reader));
}
