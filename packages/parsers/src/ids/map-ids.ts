import { type Kind, memberId, type Row, serviceId } from '@chatferry/contract';

/** Told of each id that had to change. */
export type OnRename = (kind: 'users' | 'groups', from: string, to: string) => void;

type IdKind = 'users' | 'groups';

const idFields: Readonly<Record<Kind, Readonly<Record<string, IdKind>>>> = {
  users: { uid: 'users' },
  groups: { guid: 'groups', owner: 'users' },
  members: { guid: 'groups', uid: 'users' },
  messages: { sender: 'users' }, // the receiver is either
};

/** Users and groups that are sent along inside a record. */
const detailFields: Readonly<Record<string, IdKind>> = {
  groupOwnerDetails: 'users',
  groupDetails: 'groups',
  userDetails: 'users',
  senderUserDetails: 'users',
  receiverUserDetails: 'users',
  receiverGroupDetails: 'groups',
  receiverGroupOwnerDetails: 'users',
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
  let changed = false;
  const map = (holder: Row, field: string, of: IdKind): void => {
    const id = holder[field];
    if (typeof id !== 'string' || inServiceForm.test(id)) return;
    const to = serviceId(id);
    if (to === id) return;
    holder[field] = to;
    onRename(of, id, to);
    changed = true;
  };

  const legacyMemberId =
    kind === 'members' ? memberId(String(row['guid']), String(row['uid'])) : '';
  for (const [field, of] of Object.entries(idFields[kind])) map(row, field, of);
  if (kind === 'members' && changed && row['memberId'] === legacyMemberId)
    row['memberId'] = memberId(String(row['guid']), String(row['uid']));
  if (kind === 'users') return changed;

  if (kind === 'messages')
    map(row, 'receiver', row['receiverType'] === 'group' ? 'groups' : 'users');
  for (const field in detailFields) {
    const details = row[field];
    if (!isObject(details)) continue;
    map(details, detailFields[field] === 'users' ? 'uid' : 'guid', detailFields[field]!);
    if (detailFields[field] === 'groups') map(details, 'owner', 'users');
  }
  if (kind === 'messages') changed = mapMentions(row, onRename) || changed;
  return changed;
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
