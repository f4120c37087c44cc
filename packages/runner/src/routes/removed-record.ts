import type { Kind } from '@chatferry/contract';
import { ApiError } from '@chatferry/client';
import type { ServiceReader } from '../reading/service-reader.ts';
import { CLOCKS_APART_MS } from './clocks-apart.ts';
import type { RecordRow } from './record-row.ts';

/** Reads a record from the app. @returns its creation time, UNIX seconds; `held`: the service shows no time; `gone`: there is no record */
type ReadTime = (row: Record<string, string>, reader: ServiceReader) => Promise<number | State>;

type State = 'held' | 'gone';

/** Whether a read shows if a record of the kind is gone. User states and messages need no read: removing them twice does no harm. */
export function canLookFor(kind: Kind): boolean {
  return timeOf[kind] !== undefined;
}

/**
 * Whether there is nothing left to remove after a request whose answer was lost: the record is gone, or other people have created it again.
 *
 * @param row the planned removal, with the time of the record if planning has read it
 * @param sinceMs milliseconds since 1970; no request for the removal was made before this time
 * @returns `doubtful`: there is such a record, and nothing shows whether it is the record to remove
 */
export async function isRemoved(
  kind: Kind,
  row: RecordRow,
  sinceMs: number,
  reader: ServiceReader,
): Promise<boolean | 'doubtful'> {
  const at = await readTime(kind, row, reader);
  if (at === 'gone') return true;
  if (at === 'held') return 'doubtful';
  const planned = row['createdAt'] ?? row['joinedAt'];
  if (planned !== undefined) return at !== planned;
  return at < Math.floor((sinceMs - CLOCKS_APART_MS) / 1000) ? false : 'doubtful';
}

/** Reads when a record was created, see `canLookFor`; for a banned user, whether the ban exists. @throws {ApiError} */
export async function readTime(
  kind: Kind,
  row: RecordRow,
  reader: ServiceReader,
): ReturnType<ReadTime> {
  const isBan = kind === 'members' && row['isBanned'] === true;
  const read = isBan ? banTime : timeOf[kind]!;
  try {
    return await read(row as Record<string, string>, reader);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not-found') return 'gone';
    throw error;
  }
}

const timeOf: Partial<Record<Kind, ReadTime>> = {
  roles: async ({ role }, reader) =>
    (await reader.call('roles.get', { path: { role: role! } })).data.createdAt ?? 'held',
  users: async ({ uid }, reader) =>
    (await reader.call('users.get', { path: { uid: uid! } })).data.createdAt ?? 'held',
  groups: async ({ guid }, reader) =>
    (await reader.call('groups.get', { path: { guid: guid! } })).data.createdAt ?? 'held',
  members: ({ guid, uid }, reader) =>
    timeAmong(
      reader.listIfAllowed('groups.members.list', { path: { guid: guid! } }),
      (member) => member.uid === uid,
      ({ joinedAt }) => joinedAt,
    ),
  reactions: ({ id, uid, reaction }, reader) =>
    timeAmong(
      reader.listIfAllowed('messages.reactions.list', { path: { id: id! } }),
      (held) => held.uid === uid && held.reaction === reaction,
      ({ reactedAt }) => reactedAt,
    ),
  friends: ({ uid, friend }, reader) =>
    timeAmong(
      reader.listIfAllowed('users.friends.list', { path: { uid: uid! } }),
      (other) => other.uid === friend,
    ),
  blocks: ({ uid, blocked }, reader) =>
    timeAmong(
      reader.listIfAllowed('users.blockedUsers.list', { path: { uid: uid! } }),
      (other) => other.uid === blocked,
    ),
};

/** The service shows no time of a ban. */
const banTime: ReadTime = ({ guid, uid }, reader) =>
  timeAmong(
    reader.listIfAllowed('groups.bannedUsers.list', { path: { guid: guid! } }),
    (banned) => banned.uid === uid,
  );

async function timeAmong<Item>(
  items: AsyncIterable<Item>,
  isIt: (item: Item) => boolean,
  time: (item: Item) => number | undefined = () => undefined,
): Promise<number | State> {
  for await (const item of items) if (isIt(item)) return time(item) ?? 'held';
  return 'gone';
}
