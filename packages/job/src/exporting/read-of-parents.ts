import type { ListName } from '@chatferry/client';
import type { Row } from '@chatferry/contract';
import type { ExportContext } from './export-context.ts';
import type { KnownRecord } from './export-ledger.ts';
import {
  exportedBan,
  exportedBlock,
  exportedFriend,
  exportedMember,
  type ExportedRecord,
} from './exported-people.ts';
import { inOrder, readUsers } from './read-list.ts';
import { StepRun } from './step-run.ts';

/** Lists that are read concurrently. */
const LISTS_AT_ONCE = 8;
const PARENTS_PER_PAGE = 1000;

/** Lists of users, one or more for each group or user. */
interface ParentLists {
  readonly kind: 'members' | 'friends' | 'blocks';
  readonly parents: 'groups' | 'users';
  readonly lists: readonly {
    readonly name: ListName;
    readonly of: 'guid' | 'uid';
    readonly exported: (parent: string, entry: Row) => ExportedRecord;
  }[];
}

export const parentLists: Readonly<Record<ParentLists['kind'], ParentLists>> = {
  members: {
    kind: 'members',
    parents: 'groups',
    lists: [
      { name: 'groups.members.list', of: 'guid', exported: exportedMember },
      { name: 'groups.bannedUsers.list', of: 'guid', exported: exportedBan },
    ],
  },
  friends: {
    kind: 'friends',
    parents: 'users',
    lists: [{ name: 'users.friends.list', of: 'uid', exported: exportedFriend }],
  },
  blocks: {
    kind: 'blocks',
    parents: 'users',
    lists: [{ name: 'users.blockedUsers.list', of: 'uid', exported: exportedBlock }],
  },
};

/**
 * Reads the lists of all groups or users of the export, or only of new ones.
 *
 * @param after the number of the last parent whose lists were already read; without it, records that no list shows any more are removed
 */
export async function readOfParents(
  context: ExportContext,
  { kind, parents, lists }: ParentLists,
  after?: number,
): Promise<void> {
  const { client, writer, named, signal } = context;
  const step = new StepRun(context, kind, String(after ?? 0));
  if (step.isNew && after === undefined) reopen(context, kind);
  const all = writer.ledger.count(parents);
  let done = 0;
  const read = async ({ id }: KnownRecord): Promise<readonly (Map<string, Row> | undefined)[]> => {
    const found = [];
    for (const { name, of } of lists)
      found.push(await readUsers({ client, name, path: { [of]: id }, signal }));
    return found;
  };
  const unread = knownAfter(context, parents, Number(step.position));
  for await (const [{ seq, id }, found] of inOrder(unread, LISTS_AT_ONCE, read)) {
    let entries = 0;
    for (const [index, { exported }] of lists.entries()) {
      const entriesOfList = found[index];
      if (entriesOfList === undefined)
        writer.ledger.run('INSERT OR IGNORE INTO closed VALUES (?, ?)', kind, id);
      for (const entry of entriesOfList?.values() ?? []) {
        writer.put(kind, exported(id, entry));
        named.note('users', entry['uid']);
        entries++;
      }
    }
    done++;
    step.listDone(String(seq), entries, Math.min(done / all, 1));
  }
  if (after === undefined) removeUnlisted(context, kind);
  step.end();
}

/** A list that the service did not show may exist now, for example because its user was reactivated. */
function reopen({ writer }: ExportContext, list: string): void {
  writer.ledger.run('DELETE FROM closed WHERE list = ?', list);
}

/** All parents after a number, including parents that are added meanwhile. */
function* knownAfter(
  { writer }: ExportContext,
  kind: 'groups' | 'users',
  seq: number,
): Generator<KnownRecord, void> {
  let last = seq;
  for (;;) {
    const page = writer.ledger.after(kind, last, PARENTS_PER_PAGE);
    if (page.length === 0) return;
    yield* page;
    last = page.at(-1)!.seq;
  }
}

/** Removes records that no list shows. Records stay when only missing lists could show them, such as lists of deactivated users. */
function removeUnlisted({ writer }: ExportContext, kind: ParentLists['kind']): void {
  const rows = writer.ledger.all(`SELECT id FROM ${kind} WHERE pass < ?`, writer.pass);
  const closed = new Set(
    writer.ledger.all('SELECT of FROM closed WHERE list = ?', kind).map(({ of }) => of as string),
  );
  for (const { id } of rows as { id: string }[]) {
    const [one, other] = id.split(' ') as [string, string];
    if (!closed.has(one) || (kind === 'friends' && !closed.has(other))) writer.remove(kind, id);
  }
}
