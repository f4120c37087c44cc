import { ApiError, type Client } from '@chatferry/client';
import { type Kind, kinds, memberId, type Row } from '@chatferry/contract';
import type { PlannedRecord } from './planned-records.ts';

/**
 * Called for each record that the service holds, in the service's order.
 * @param id `undefined` for a message without a muid
 * @returns whether it is the first under a planned id
 */
export type OnHeld = (id: string | undefined, held: Row) => boolean | Promise<boolean>;

export interface HeldSource {
  readonly client: Pick<Client, 'list'>;
  readonly kind: Kind;
  /** The records to compare: members are read of their groups only. */
  readonly records: () => AsyncIterable<readonly PlannedRecord[]>;
  readonly signal: AbortSignal;
}

/** Groups whose members are read concurrently. */
const GROUPS_AT_ONCE = 8;

/** Reads every record of a kind that the service holds, with all fields that are compared. @throws {ApiError} */
export async function readHeld(source: HeldSource, onHeld: OnHeld): Promise<void> {
  const { client, kind, signal } = source;
  const { key, list } = kinds[kind];
  if (list === 'members') return readMembers(source, onHeld);
  const { operation, query } = list;
  for await (const record of client.list(operation, { query, signal })) {
    const id = (record as Row)[key];
    const done = onHeld(typeof id === 'string' ? id : undefined, record);
    if (done instanceof Promise) await done;
  }
}

interface PlannedGroup {
  members: number;
  hasBanned: boolean;
}

/** The list of the banned is read where the plan bans a user, or a planned member is not in the list of members. */
async function readMembers({ client, records, signal }: HeldSource, onHeld: OnHeld): Promise<void> {
  const groups = (await groupsOf(records())).entries();
  const reader = async (): Promise<void> => {
    for (const [guid, { members, hasBanned }] of groups) {
      const request = { path: { guid }, signal };
      let found = 0;
      await readGroup(client.list('groups.members.list', request), async (member) => {
        if (await onHeld(memberId(guid, member.uid), member)) found++;
      });
      if (hasBanned || found < members)
        await readGroup(client.list('groups.bannedUsers.list', request), ({ uid }) =>
          onHeld(memberId(guid, uid), { isBanned: true }),
        );
    }
  };
  await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, reader));
}

/** A group that is not there has no members: that it is missing is reported with the groups. */
async function readGroup<User>(
  users: AsyncIterable<User>,
  onUser: (user: User) => unknown,
): Promise<void> {
  try {
    for await (const user of users) await onUser(user);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
  }
}

async function groupsOf(
  batches: AsyncIterable<readonly PlannedRecord[]>,
): Promise<Map<string, PlannedGroup>> {
  const groups = new Map<string, PlannedGroup>();
  for await (const records of batches)
    for (const { record } of records) {
      const { guid, isBanned } = record() as { guid: string; isBanned?: boolean };
      const group = groups.get(guid) ?? { members: 0, hasBanned: false };
      if (isBanned === true) group.hasBanned = true;
      else group.members++;
      groups.set(guid, group);
    }
  return groups;
}
