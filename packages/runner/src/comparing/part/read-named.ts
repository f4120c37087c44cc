import { ApiError } from '@chatferry/client';
import { kinds, type Row } from '@chatferry/contract';
import { type HeldSource, LISTS_AT_ONCE, type OnHeld } from '../held-list.ts';
import { type AppList, entryTaker } from '../list-entries.ts';
import { isCheaper, type PartToRead } from './part-to-read.ts';

/**
 * Reads users or groups one by one.
 *
 * @returns whether this takes less time than the whole list; if not, nothing was read
 */
export async function readNamed(
  source: HeldSource,
  list: AppList,
  part: PartToRead,
  onHeld: OnHeld,
): Promise<boolean> {
  const { kind, records } = source;
  const known = part.known(kind);
  const ids = new Set<string>();
  for await (const batch of records()) {
    for (const { record } of batch) ids.add(record()[kinds[kind].key] as string);
    if (!isCheaper(ids.size, ids.size, known)) return false;
  }
  const take = entryTaker(kind, list, undefined, onHeld);
  const left = ids.values();
  const reader = async (): Promise<void> => {
    for (const id of left) {
      const held = await (list.operation === 'groups.list' ? group : user)(source, list, id);
      if (held !== undefined) await take(held);
    }
  };
  await Promise.all(Array.from({ length: LISTS_AT_ONCE }, reader));
  return true;
}

async function group({ client, signal }: HeldSource, _: AppList, guid: string) {
  return ifThere(() => client.call('groups.get', { path: { guid }, signal }));
}

/** The service answers "not found" for a deactivated user; only a list shows the user. */
async function user(
  { client, signal }: HeldSource,
  { query }: AppList,
  uid: string,
): Promise<Row | undefined> {
  const active =
    query['onlyDeactivated'] === true
      ? undefined
      : await ifThere(() => client.call('users.get', { path: { uid }, signal }));
  if (active !== undefined) return active;
  const search = { ...query, searchKey: uid, searchIn: ['uid' as const] };
  // The search also finds parts of uids.
  for await (const found of client.list('users.list', { query: search, signal }))
    if (found.uid === uid) return found;
  return undefined;
}

async function ifThere(get: () => Promise<{ readonly data: Row }>): Promise<Row | undefined> {
  try {
    return (await get()).data;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not-found') throw error;
    return undefined;
  }
}
