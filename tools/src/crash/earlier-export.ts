import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { memberId } from '@chatferry/contract';
import {
  type BulkSize,
  type BulkUser,
  groups,
  members,
  messages,
  users,
} from '../generate/bulk-forum.ts';
import { blocks, friends, reactions, roles } from '../generate/follow-ups.ts';
import { firstMessages } from './first-messages.ts';

/** The memberships, for each group, and the messages, in all, that are only in the earlier export. */
const GONE_PER_GROUP = 2;
const GONE_MESSAGES = 12;

/**
 * Writes an earlier export of the same app: some records of the later export are missing, some have other content, and some records are
 * only in the earlier export.
 *
 * @returns the number of memberships and messages that are only in the earlier export
 */
export function writeEarlierExport(folder: string, size: BulkSize): number {
  mkdirSync(folder, { recursive: true });
  const write = (kind: string, rows: readonly object[]): void =>
    writeFileSync(
      path.join(folder, `${kind}.ndjson`),
      rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    );
  write('roles', earlierRoles());
  const known = [...users(size)].filter((_, index) => index % 10 !== 9);
  write('users', known.map(earlierUser));
  const uids = new Set(known.map(({ uid }) => uid));
  const owned = [...groups(size)].filter(({ owner }) => uids.has(owner));
  write('groups', owned.map(earlierGroup));
  const there = { uids, guids: new Set(owned.map(({ guid }) => guid)) };

  const { joined, left } = memberships(size, there);
  const owners = new Set(owned.map(({ guid, owner }) => memberId(guid, owner)));
  write('members', [
    ...joined.map((member, index) => earlierMember(member, index, owners)),
    ...left,
  ]);

  const sent = sentMessages(size, there);
  const deleted = sent
    .slice(0, GONE_MESSAGES)
    .map((message) => ({ ...message, muid: `gone-${message.muid}` }));
  write('messages', [...sent.map(earlierMessage), ...deleted]);
  const muids = new Set(sent.map(({ muid }) => muid));
  write(
    'reactions',
    half(reactions(size), ({ muid, uid }) => muids.has(muid) && uids.has(uid)),
  );
  write(
    'friends',
    half(friends(size), ({ uid, friend }) => uids.has(uid) && uids.has(friend)),
  );
  write(
    'blocks',
    half(blocks(size), ({ uid, blocked }) => uids.has(uid) && uids.has(blocked)),
  );
  return left.length + deleted.length;
}

/** Every second row that the earlier export can contain. */
function half<Row extends object>(rows: Iterable<Row>, isThere: (row: Row) => boolean): Row[] {
  return [...rows].filter(isThere).filter((_, index) => index % 2 === 0);
}

/** The ids of the users and groups in the earlier export. */
interface Known {
  readonly uids: ReadonlySet<string>;
  readonly guids: ReadonlySet<string>;
}

type Member = ReturnType<typeof members> extends Iterable<infer Row> ? Row : never;
type Message = ReturnType<typeof messages> extends Iterable<infer Row> ? Row : never;

/** `joined`: memberships of both exports; `left`: memberships of only the earlier export. */
function memberships(size: BulkSize, { uids, guids }: Known): { joined: Member[]; left: object[] } {
  const all = [...members(size)];
  const joined = all.filter(
    ({ guid, uid }, index) => guids.has(guid) && uids.has(uid) && index % 6 !== 5,
  );
  const ids = new Set(all.map(({ guid, uid }) => memberId(guid, uid)));
  const left = [...guids].flatMap((guid) =>
    [...uids]
      .filter((uid) => !ids.has(memberId(guid, uid)))
      .slice(0, GONE_PER_GROUP)
      .map((uid) => ({ guid, uid, joinedAt: joined[0]!.joinedAt })),
  );
  return { joined, left };
}

function sentMessages(size: BulkSize, { uids, guids }: Known): Message[] {
  const replies = firstMessages(size);
  return [...messages(size)].filter(
    ({ muid, sender, receiver, receiverType }, index) =>
      !replies.has(muid) &&
      index % 3 !== 2 &&
      uids.has(sender) &&
      (receiverType === 'group' ? guids : uids).has(receiver),
  );
}

function earlierGroup(group: object, index: number): object {
  return index % 2 === 0 ? group : { ...group, name: 'Before', description: 'Before' };
}

function earlierMember(member: Member, index: number, owners: ReadonlySet<string>): object {
  const isModerator = index % 5 === 0 && !owners.has(memberId(member.guid, member.uid));
  return isModerator ? { ...member, scope: 'moderator' } : member;
}

function earlierMessage(message: Message, index: number): object {
  return index % 8 === 0 ? { ...message, data: { ...message.data, text: 'Before' } } : message;
}

/** All roles but the last. */
function earlierRoles(): object[] {
  return [...roles()]
    .slice(0, -1)
    .map((role, index) => (index === 0 ? { ...role, description: 'Before' } : role));
}

function earlierUser({ deactivatedAt, role, ...user }: BulkUser, index: number): object {
  const leaves = index % 7 === 0 ? deactivatedAt === undefined : deactivatedAt !== undefined;
  return {
    ...user,
    ...(index % 3 === 0
      ? { name: 'Before', avatar: 'https://files.example.org/old', tags: [] }
      : {}),
    ...(index % 4 === 0 ? { metadata: undefined } : {}),
    ...(role === undefined || role === 'role2' ? {} : { role }),
    ...(leaves ? { deactivatedAt: user.createdAt + 1000 } : {}),
  };
}
