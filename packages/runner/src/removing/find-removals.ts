import { type Client, type ItemOf } from '@chatferry/client';
import { byKind, type Kind, kinds, memberId } from '@chatferry/contract';
import type { PlannedChange } from '@chatferry/planner';
import { compareKind } from '../comparing/compare-kind.ts';
import { readIfThere } from '../comparing/held-list.ts';
import {
  type OnForeign,
  type OwnRecords,
  readForeignMembers,
  readForeignMessages,
  readForeignRelations,
} from './foreign-records.ts';
import { type JobToUndo, memberKey, messageKey, ownKeys, ownRecords } from './own-keys.ts';
import { ownershipOf } from './ownership.ts';
import { KeyHashes, KeySet } from './key-set.ts';
import { partiesOf, RepeatedRecords } from './repeated-records.ts';

export interface RemovalSearch extends JobToUndo {
  readonly client: Pick<Client, 'list'>;
  /** Path of a temporary file, as for `compareKind`. */
  readonly spool: string;
  /** Called for each record that the job created and the app still holds. */
  readonly onRemoval: (change: PlannedChange) => void;
  /** Called for each record that a user or group of the job holds and the job did not create. */
  readonly onForeign: OnForeign;
  /** Called for each record that the app holds, and of which it is not known whether the job or others created it. */
  readonly onUnsure: (kind: Kind, id: string) => void;
  /** Called with the kind that is read next. */
  readonly onStep?: ((kind: Kind) => void) | undefined;
}

/** The number of records that the job created or may have created, by kind. */
export type OwnCounts = Readonly<Record<Kind, number>>;

/** Reads the app, and finds what a job created. Users and groups come last. @throws {ApiError} @throws {LedgerError} */
export async function findRemovals(search: RemovalSearch): Promise<OwnCounts> {
  const { client, onForeign, onRemoval, onStep = () => {}, signal } = search;
  const counts = byKind(() => 0);
  const count = (kind: Kind, { size }: KeySet): void => void (counts[kind] = size);

  const found = { roles: new KeyHashes(0), users: new KeyHashes(0), groups: new KeyHashes(0) };
  for (const kind of ['roles', 'users', 'groups'] as const) {
    onStep(kind);
    count(kind, await ownKeys(search, kind, ({ id }) => id));
    found[kind] = await findOwn(search, kind);
  }
  const [users, groups] = [new KeySet(found.users), new KeySet(found.groups)];
  const sets = await readKeys(search);
  for (const kind of ['members', 'messages', 'replies', 'friends', 'blocks'] as const)
    count(kind, sets[kind]);

  onStep('messages');
  const own: OwnRecords = {
    hasUser: (uid) => users.has(uid),
    hasGroup: (guid) => groups.has(guid),
    isOwnMessage: (message) => kindOfMessage(message, sets) !== undefined,
    isOwnMember: (guid, { uid, joinedAt }) =>
      sets.members.has(memberKey(guid, uid)) || sets.members.has(memberKey(guid, uid, joinedAt)),
    isOwnRelation: (kind, id) => sets[kind].has(id),
  };
  const app = { client, own, onForeign, signal };
  await readForeignMessages(app, (message) => {
    const { muid, id } = message;
    onRemoval({ kind: kindOfMessage(message, sets)!, id: muid!, record: { muid, id } });
  });
  onStep('members');
  const remove = (guid: string, uid: string, more: object = {}): void => {
    const id = memberId(guid, uid);
    onRemoval({ kind: 'members', id, record: { memberId: id, guid, uid, ...more } });
  };
  await readForeignMembers(app, users.size > 0 || sets.members.size > 0, (guid, { uid }) =>
    remove(guid, uid),
  );
  await readBans(
    search,
    (guid, uid) => sets.bans.has(memberKey(guid, uid)) && remove(guid, uid, { isBanned: true }),
  );
  onStep('friends');
  await readForeignRelations(app, idsIn(search, 'users', users));
  const repeated = await RepeatedRecords.readFrom(search, users);
  for (const kind of ['reactions', 'friends', 'blocks'] as const) {
    onStep(kind);
    await findRelated(search, kind, repeated);
  }
  onStep('deactivations');
  await findDeactivated(
    search,
    (uid) => users.has(uid) || (sets.deactivations.has(uid) && repeated.isOwn([['users', uid]])),
  );
  for (const kind of ['groups', 'users', 'roles'] as const) {
    const set = new KeySet(found[kind]);
    for await (const id of idsIn(search, kind, set))
      onRemoval({ kind, id, record: { [kinds[kind].key]: id } });
  }
  for (const kind of ['reactions', 'deactivations', 'descriptions'] as const)
    count(kind, await ownKeys(search, kind, ({ id }) => id));
  return counts;
}

/** Those of the records that the job created, or may have created, that the app holds. */
async function findOwn(search: RemovalSearch, kind: Kind): Promise<KeyHashes> {
  const { client, plan, ledger, spool, signal, onUnsure } = search;
  const found = new KeyHashes(plan.summary.kinds[kind].planned);
  await compareKind({
    client,
    plan,
    kind,
    spool,
    signal,
    isForFoundOnly: true,
    select: (batch) => {
      const ownership = ownershipOf(ledger, batch);
      return (position) => ownership[position] !== undefined;
    },
    onResult: ({ planned: { id, seq, position }, is }) => {
      if (is === 'missing' || is === 'hidden') return;
      const isOwn = is === 'same' || ownershipOf(ledger, plan.batch(seq))[position] === 'own';
      if (isOwn) found.add(id);
      else onUnsure(kind, id);
    },
  });
  return found;
}

/** Follow-ups that the app holds. */
async function findRelated(
  search: RemovalSearch,
  kind: 'reactions' | 'friends' | 'blocks',
  repeated: RepeatedRecords,
): Promise<void> {
  const { client, plan, ledger, spool, signal, onRemoval, onUnsure } = search;
  await compareKind({
    client,
    plan,
    kind,
    spool,
    signal,
    isForFoundOnly: true,
    select: (batch) => {
      const ownership = ownershipOf(ledger, batch);
      return (position) => ownership[position] !== undefined;
    },
    onResult: async ({ planned: { id, record }, is }) => {
      if (is === 'missing') return;
      const row = record();
      if (kind !== 'friends' && !repeated.isOwn(partiesOf(kind, row))) return onUnsure(kind, id);
      if (kind !== 'reactions') return onRemoval({ kind, id, record: row });
      const { muid, uid, reaction } = row as Record<string, string>;
      const messageId = await ledger.messageIds.idOf(muid!);
      if (messageId === undefined) return;
      onRemoval({ kind, id, record: { reactionId: id, muid, id: messageId, uid, reaction } });
    },
  });
}

interface KeySets {
  readonly members: KeySet;
  readonly bans: KeySet;
  readonly messages: KeySet;
  readonly replies: KeySet;
  readonly friends: KeySet;
  readonly blocks: KeySet;
  readonly deactivations: KeySet;
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

async function readKeys(search: RemovalSearch): Promise<KeySets> {
  return {
    members: await ownKeys(search, 'members', ({ record, is }) => {
      const { guid, uid, isBanned, joinedAt } = record() as unknown as PlannedMember;
      if (isBanned === true) return undefined;
      return memberKey(guid, uid, is === 'unsure' ? joinedAt : undefined);
    }),
    bans: await ownKeys(search, 'members', ({ record }) => {
      const { guid, uid, isBanned } = record() as unknown as PlannedMember;
      return isBanned === true ? memberKey(guid, uid) : undefined;
    }),
    messages: await ownKeys(search, 'messages', ({ record }) => messageKey(record())),
    replies: await ownKeys(search, 'replies', ({ record }) => messageKey(record())),
    friends: await ownKeys(search, 'friends', idOf),
    blocks: await ownKeys(search, 'blocks', idOf),
    deactivations: await ownKeys(search, 'deactivations', idOf),
  };
}

interface PlannedMember {
  readonly guid: string;
  readonly uid: string;
  readonly isBanned?: boolean;
  readonly joinedAt?: number;
}

function kindOfMessage(
  message: ItemOf<'messages.list'>,
  sets: Pick<KeySets, 'messages' | 'replies'>,
): 'messages' | 'replies' | undefined {
  if (message.muid === undefined) return undefined;
  const key = messageKey(message);
  if (sets.messages.has(key)) return 'messages';
  return sets.replies.has(key) ? 'replies' : undefined;
}

/** Reads the lists of the banned of groups in which the job has banned users. */
async function readBans(
  search: RemovalSearch,
  onBan: (guid: string, uid: string) => unknown,
): Promise<void> {
  const guids = new Set<string>();
  for await (const records of ownRecords(search, 'members'))
    for (const { record } of records) {
      const { guid, isBanned } = record() as unknown as PlannedMember;
      if (isBanned === true) guids.add(guid);
    }
  const { client, signal } = search;
  for (const guid of guids)
    await readIfThere(
      client.list('groups.bannedUsers.list', { path: { guid }, signal }),
      ({ uid }) => onBan(guid, uid),
    );
}

/** The service refuses nearly everything about a deactivated user, who is therefore reactivated first. */
async function findDeactivated(
  { client, onRemoval, signal }: RemovalSearch,
  isOwn: (uid: string) => boolean,
): Promise<void> {
  const query = { onlyDeactivated: true as const };
  for await (const { uid } of client.list('users.list', { query, signal }))
    if (isOwn(uid)) onRemoval({ kind: 'deactivations', id: uid, record: { uid } });
}

async function* idsIn(search: RemovalSearch, kind: Kind, set: KeySet): AsyncGenerator<string> {
  for await (const records of ownRecords(search, kind))
    for (const { id } of records) if (set.has(id)) yield id;
}
