import { type Kind, type KindDefinition, kinds } from '@chatferry/contract';
import { type HeldSource, LISTS_AT_ONCE, type OnHeld, readIfThere } from './held-list.ts';

/** How relations of users are listed: a list for each user. */
export type RelationList = Extract<KindDefinition['list'], { readonly of: string }>;

/**
 * Reads the relations of the users that records name. A mutual relation is in the lists of both users. The second user's list
 * is read when the first user has none, for example because the first user is deactivated.
 *
 * @param onClosed called for each user who has no list
 */
export async function readRelations(
  { client, kind, records, signal }: HeldSource,
  { operation, of, to, isMutual }: RelationList,
  onHeld: OnHeld,
  onClosed: (uid: string) => void,
): Promise<void> {
  const closed = new Set<string>();
  const read = async (
    uids: ReadonlySet<string>,
    counts: (uid: string, other: string) => boolean,
  ) => {
    const left = uids.values();
    const reader = async (): Promise<void> => {
      for (const uid of left) {
        const isThere = await readIfThere(
          client.list(operation, { path: { uid }, signal }),
          (other) =>
            counts(uid, other.uid) && onHeld(idOf(kind, { [of]: uid, [to]: other.uid }), other),
        );
        if (isThere) continue;
        closed.add(uid);
        onClosed(uid);
      }
    };
    await Promise.all(Array.from({ length: LISTS_AT_ONCE }, reader));
  };
  const users = async (
    field: string,
    isWanted: (row: Record<string, string>) => boolean,
  ): Promise<ReadonlySet<string>> => {
    const uids = new Set<string>();
    for await (const batch of records())
      for (const { record } of batch) {
        const row = record() as Record<string, string>;
        if (isWanted(row)) uids.add(row[field]!);
      }
    return uids;
  };
  await read(await users(of, () => true), (uid, other) => isMutual !== true || uid < other);
  if (isMutual !== true || closed.size === 0) return;
  const firsts = new Set(closed);
  // Only relations to users without a list count here: all others were counted from the lists read first.
  await read(
    await users(to, (row) => firsts.has(row[of]!) && !firsts.has(row[to]!)),
    (uid, other) => other < uid && firsts.has(other),
  );
}

/** Whether no list shows a relation, because the lists of its users cannot be read. */
export function isHidden(
  { of, to, isMutual }: RelationList,
  row: Readonly<Record<string, unknown>>,
  closed: ReadonlySet<string>,
): boolean {
  return closed.has(row[of] as string) && (isMutual !== true || closed.has(row[to] as string));
}

/** The key that follows from the two users. */
function idOf(kind: Kind, row: Record<string, unknown>): string {
  const { key, complete } = kinds[kind];
  complete!(row);
  return row[key] as string;
}
