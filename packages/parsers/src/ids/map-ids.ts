import { type Kind, memberId, type Row, serviceId } from '@chatferry/contract';

/** Told of each id that had to change. */
export type OnRename = (kind: 'users' | 'groups', from: string, to: string) => void;

type IdKind = 'users' | 'groups';

/** Fields of a record that hold an id. What a message's receiver is stands in the message. */
const idFields: Readonly<Record<Kind, readonly (readonly [field: string, of: IdKind])[]>> = {
  users: [['uid', 'users']],
  groups: [
    ['guid', 'groups'],
    ['owner', 'users'],
  ],
  members: [
    ['guid', 'groups'],
    ['uid', 'users'],
  ],
  messages: [['sender', 'users']],
};

/** Users and groups that are sent along inside a record. */
const detailFields: typeof idFields = {
  users: [],
  groups: [['groupOwnerDetails', 'users']],
  members: [
    ['groupDetails', 'groups'],
    ['userDetails', 'users'],
  ],
  messages: [
    ['senderUserDetails', 'users'],
    ['receiverUserDetails', 'users'],
    ['receiverGroupDetails', 'groups'],
    ['receiverGroupOwnerDetails', 'users'],
  ],
};

const mention = /<@uid:([^>]+)>/g;
const inServiceForm = /^[a-z0-9_-]{1,100}$/;

/**
 * Gives the ids of a row the service's form: its own, and every one it refers to, mentions in its text included.
 * The row is changed in place, `mentionedUserDetails` by a new object.
 *
 * @returns whether anything changed
 */
export function mapIds(kind: Kind, row: Row, onRename: OnRename): boolean {
  const given = kind === 'members' ? row['memberId'] : undefined;
  const followsFromIds =
    given !== undefined && given === memberId(String(row['guid']), String(row['uid']));

  let changed = false;
  for (const [field, of] of idFields[kind]) if (mapId(row, field, of, onRename)) changed = true;
  if (changed && followsFromIds)
    row['memberId'] = memberId(String(row['guid']), String(row['uid']));

  for (const [field, of] of detailFields[kind])
    if (mapDetails(row[field], of, onRename)) changed = true;
  if (kind !== 'messages') return changed;

  const receiver = row['receiverType'] === 'group' ? 'groups' : 'users';
  if (mapId(row, 'receiver', receiver, onRename)) changed = true;
  return mapMentions(row, onRename) || changed;
}

function mapId(holder: Row, field: string, of: IdKind, onRename: OnRename): boolean {
  const id = holder[field];
  if (typeof id !== 'string' || inServiceForm.test(id)) return false;
  const to = serviceId(id);
  if (to === id) return false;
  holder[field] = to;
  onRename(of, id, to);
  return true;
}

function mapDetails(details: unknown, of: IdKind, onRename: OnRename): boolean {
  if (!isObject(details)) return false;
  if (of === 'users') return mapId(details, 'uid', of, onRename);
  const changed = mapId(details, 'guid', of, onRename);
  return mapId(details, 'owner', 'users', onRename) || changed;
}

function mapMentions(row: Row, onRename: OnRename): boolean {
  let changed = false;
  const mapped = (id: string): string => {
    const to = serviceId(id);
    if (to !== id) {
      onRename('users', id, to);
      changed = true;
    }
    return to;
  };
  const { data, mentionedUserDetails: mentioned } = row;
  if (isObject(data) && typeof data['text'] === 'string' && data['text'].includes('<@uid:'))
    data['text'] = data['text'].replaceAll(mention, (_, id: string) => `<@uid:${mapped(id)}>`);
  if (isObject(mentioned))
    row['mentionedUserDetails'] = Object.fromEntries(
      Object.entries(mentioned).map(([uid, user]) => [
        mapped(uid),
        isObject(user) && user['uid'] === uid ? { ...user, uid: serviceId(uid) } : user,
      ]),
    );
  return changed;
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
