import { type Kind, type KindDefinition, kinds, memberId } from '@chatferry/contract';
import type { PlannedRecord } from './planned-records.ts';
import { type HeldSource, LISTS_AT_ONCE, type OnHeld, readIfThere } from './held-list.ts';
import { entryTaker } from './list-entries.ts';
import { Parents } from './parents.ts';
import { readPart } from './part/read-part.ts';
import { readOfMessages } from './read-of-messages.ts';
import { readRelations } from './read-relations.ts';

/**
 * Reads every record of a kind that the service holds, with all fields that are compared.
 *
 * @param onClosed called for each user who has no list of relations
 * @returns whether everything of the kind was read, rather than only the lists of users, groups and messages that the records name
 * @throws {ApiError}
 */
export async function readHeld(
  source: HeldSource,
  onHeld: OnHeld,
  onClosed: (uid: string) => void = () => {},
): Promise<boolean> {
  const { kind, part } = source;
  const { list } = kinds[kind];
  if (list === 'members') return readMembers(source, onHeld);
  if ('of' in list || 'ofMessages' in list) {
    await ('of' in list
      ? readRelations(source, list, onHeld, onClosed)
      : readOfMessages(source, list, onHeld));
    return false;
  }
  if (part !== undefined && (await readPart(source, list, part, onHeld))) return false;
  await readList([{ source, onHeld }]);
  return true;
}

/** A kind to read from a list, and the callback for its records. */
export interface ListReader {
  readonly source: HeldSource;
  readonly onHeld: OnHeld;
}

/** Reads one list of the app for several kinds that share it. See `isSameList`. @throws {ApiError} */
export async function readList(readers: readonly ListReader[]): Promise<void> {
  const { client, kind, signal } = readers[0]!.source;
  const { operation, query } = wholeListOf(kind)!;
  const takers = readers.map(({ source, onHeld }) => {
    const list = wholeListOf(source.kind)!;
    const parents = list.parent && new Parents(list.parent, source);
    return { parents, take: entryTaker(source.kind, list, parents, onHeld) };
  });
  for await (const record of client.list(operation, { query, signal, readsAhead: true }))
    for (const { parents, take } of takers) {
      const noted = parents?.note(record);
      if (noted !== undefined) await noted;
      const done = take(record);
      if (done instanceof Promise) await done;
    }
}

/** Whether one list of the app shows the records of both kinds, so that one reading is enough. */
export function isSameList(one: Kind, other: Kind): boolean {
  const [first, second] = [wholeListOf(one), wholeListOf(other)];
  return (
    first !== undefined &&
    first.operation === second?.operation &&
    JSON.stringify(first.query) === JSON.stringify(second.query)
  );
}

type WholeList = Extract<KindDefinition['list'], { readonly query: object }>;

/** The list of the app that shows all records of a kind; `undefined` when groups, users or messages have lists of their own. */
function wholeListOf(kind: Kind): WholeList | undefined {
  const { list }: KindDefinition = kinds[kind];
  return typeof list === 'object' && 'query' in list ? list : undefined;
}

interface PlannedGroup {
  members: number;
  hasBanned: boolean;
}

/** Reads the list of banned users only when the plan bans a user, or when a planned member is not in the list of members. */
async function readMembers(
  { client, kind, records, groups: groupsOfPlan, signal }: HeldSource,
  onHeld: OnHeld,
): Promise<boolean> {
  // A banned user is no longer a member.
  const needsBans = kinds[kind].isRemoval !== true;
  const planned = await groupsOf(records());
  const groups = planned.entries();
  const reader = async (): Promise<void> => {
    for (const [guid, { members, hasBanned }] of groups) {
      const request = { path: { guid }, signal };
      let found = 0;
      await readIfThere(client.list('groups.members.list', request), async (member) => {
        if (await onHeld(memberId(guid, member.uid), member)) found++;
      });
      if (needsBans && (hasBanned || found < members))
        await readIfThere(client.list('groups.bannedUsers.list', request), ({ uid }) =>
          onHeld(memberId(guid, uid), { uid, isBanned: true }),
        );
    }
  };
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, reader));
  return planned.size >= groupsOfPlan;
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
