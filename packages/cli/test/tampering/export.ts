import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Kind } from '@chatferry/contract';
import type { Rig } from '../support/rig.ts';
import type { Change } from './change.ts';
import { message } from './messages.ts';
import { group, role, THEN, user } from './profiles.ts';
import { FRIEND, member } from './relations.ts';

/**
 * Writes an export in which each change has a record of its own, and the records that it refers to.
 *
 * @param version the rows of the changes as they are sent first, or as a delta sends them
 * @returns the folder
 */
export function writeExport(
  rig: Rig,
  changes: readonly Change[],
  version: 'row' | 'later' = 'row',
): string {
  const folder = path.join(rig.folder, version);
  mkdirSync(folder);
  const of = (kinds: readonly Kind[], row: (id: string, own: object) => object): object[] =>
    changes
      .filter((change) => kinds.includes(change.kind) && !('isGone' in change[version]))
      .map((change) => row(change.id, change[version]));
  const write = (kind: string, rows: readonly object[]): unknown =>
    // Numbers with more digits than a program keeps.
    rig.write(`${version}/${kind}.json`, JSON.stringify(rows).replaceAll(/"#(\d+)#"/g, '$1'));
  const ofMembers = ['members', 'memberUpdates', 'unbans', 'memberRemovals'] as const;

  write('roles', [
    { role: 'staff' },
    { role: 'guest' },
    ...of(['roles', 'roleUpdates'], (id, own) => ({ role: id, ...role, ...own })),
  ]);
  write('users', [
    ...['ada', 'bob', 'zed', ...idsOf(changes, [...ofMembers, 'friends', 'blocks', 'replies'])].map(
      plainUser,
    ),
    ...of(['users', 'userUpdates', 'reactivations'], (uid, own) => ({ uid, ...user, ...own })),
    ...of(['deactivations'], (uid) => ({ ...plainUser(uid), deactivatedAt: THEN })),
  ]);
  write('groups', [
    { guid: 'hall', ...plainGroup },
    { guid: 'attic', ...plainGroup },
    ...of(['groups', 'groupUpdates'], (guid, own) => ({ guid, ...group, ...own })),
    ...of(['descriptions'], (guid) => ({ guid, ...plainGroup, description: 'For some' })),
  ]);
  write('members', [
    { guid: 'hall', uid: 'ada', scope: 'admin' },
    { guid: 'hall', uid: 'bob' },
    ...of(['replies'], (uid) => ({ guid: 'hall', uid })),
    ...of(ofMembers, (uid, own) => ({ uid, ...member, ...own })),
  ]);
  write('messages', [
    { muid: 'base', ...base },
    { muid: 'other', ...base },
    ...of(['reactions'], (muid) => ({ muid, ...base })),
    // One user can send 30 replies a minute: each has another sender.
    ...of(['replies'], (muid) => ({ muid, ...reply, sender: muid })),
    ...of(['messages', 'messageEdits', 'messageRemovals'], (muid, own) => ({
      muid,
      ...message,
      ...own,
    })),
  ]);
  write(
    'reactions',
    of(['reactions'], (muid) => ({ muid, uid: 'bob', reaction: '👍' })),
  );
  write(
    'friends',
    of(['friends'], (uid) => ({ uid, friend: FRIEND })),
  );
  write(
    'blocks',
    of(['blocks'], (uid) => ({ uid, blocked: FRIEND })),
  );
  return folder;
}

const plainGroup = { name: 'Hall', type: 'public', owner: 'ada', createdAt: THEN - 800 };
const base = { ...message, type: 'text', data: { text: 'Base' }, sentAt: THEN + 50 };
const reply = {
  ...message,
  data: { ...message.data, metadata: { ...message.data.metadata, parentMuid: 'base' } },
};

function plainUser(uid: string): object {
  return { uid, name: uid, createdAt: THEN - 900 };
}

function idsOf(changes: readonly Change[], kinds: readonly Kind[]): string[] {
  return changes.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
}

const membership = (id: string): string => `hall_member_${id}`;

const keys: Readonly<Partial<Record<Kind, (id: string) => string>>> = {
  members: membership,
  memberUpdates: membership,
  memberRemovals: membership,
  unbans: membership,
  friends: (id) => `${FRIEND}_friend_${id}`,
  blocks: (id) => `${id}_blocks_${FRIEND}`,
  reactions: (id) => `${id} bob 👍`,
};

/** `kind id`, as a verification names the record of a change. */
export function recordOf({ kind, id }: Change): string {
  return `${kind} ${keys[kind]?.(id) ?? id}`;
}
