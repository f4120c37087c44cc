import { isObject, type Row } from '@chatferry/contract';
import type { ExportRows } from './export-rows.ts';
import { type UniqueId, uniqueIds } from './unique-ids.ts';

/** Fields that have the id of a user, whatever the kind of the row. */
const userFields = ['uid', 'owner', 'sender', 'friend', 'blocked'];

const mention = /<@uid:([^>]+)>/g;

/**
 * Users and groups have different ids in all rows from now on where theirs differ only in case: see `uniqueIds`.
 * @param users all ids that rows can have
 */
export function separateIds(
  users: Iterable<string>,
  groups: Iterable<string>,
  out: ExportRows,
): void {
  const [uids, guids] = [[...users], [...groups]];
  const uidOf = uniqueIds('users', uids, out);
  const guidOf = uniqueIds('groups', guids, out);
  const isChanged = uids.some((id) => uidOf(id) !== id) || guids.some((id) => guidOf(id) !== id);
  if (isChanged) out.changeRows((row) => withSeparatedIds(row, uidOf, guidOf));
}

/** A row with other ids in all fields that have one, mentions included. */
function withSeparatedIds(row: Row, uidOf: UniqueId, guidOf: UniqueId): Row {
  const found: Row = { ...row };
  const change = (name: string, newId: UniqueId): void => {
    const id = found[name];
    if (typeof id === 'string') found[name] = newId(id);
  };
  for (const name of userFields) change(name, uidOf);
  change('guid', guidOf);
  change('receiver', row['receiverType'] === 'user' ? uidOf : guidOf);
  const { mentionedUserDetails: mentioned, data } = row;
  if (isObject(mentioned))
    found['mentionedUserDetails'] = Object.fromEntries(
      Object.entries(mentioned).map(([uid, details]) => [
        uidOf(uid),
        isObject(details) ? { ...details, uid: uidOf(uid) } : details,
      ]),
    );
  if (isObject(data) && typeof data['text'] === 'string')
    found['data'] = {
      ...data,
      text: data['text'].replaceAll(mention, (_all, uid: string) => `<@uid:${uidOf(uid)}>`),
    };
  return found;
}
