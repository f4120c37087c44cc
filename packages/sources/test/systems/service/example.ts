import type { WholeExport } from '../../read-all.ts';
import { readFiles } from '../../read-files.ts';

/** A page of a list, as the service returns it. */
export function page(data: unknown): object {
  return { data, meta: { pagination: { total: 0, count: 5, per_page: 100, current_page: 1 } } };
}

const ann = {
  uid: 'u1',
  name: 'Ann',
  avatar: 'https://x.example/a.png',
  link: 'https://x.example/u1',
  metadata: { k: 'v', '@private': { email: 'secret@x.example' } },
  status: 'offline',
  role: 'manager',
  tags: ['t'],
  createdAt: 1638354015,
  updatedAt: 1638354799,
  lastActiveAt: 1673421425,
  conversationId: 'u1_user_u4',
  authToken: 'secret-token',
};

export function message(fields: object = {}): object {
  return {
    id: '402',
    muid: 'm1',
    conversationId: 'u1_user_u2',
    sender: 'u1',
    receiverType: 'user',
    receiver: 'u2',
    category: 'message',
    type: 'text',
    data: {
      text: 'hi <@uid:u2>',
      metadata: {},
      mentions: { u2: { uid: 'u2', name: 'Bo' } },
      reactions: [{ reaction: '👍', count: 3, reactedByMe: false }],
      entities: {
        sender: { entity: { uid: 'u1', name: 'Ann' }, entityType: 'user' },
        receiver: { entity: { uid: 'u2', name: 'Bo' }, entityType: 'user' },
      },
    },
    tags: ['t'],
    sentAt: 1738423490,
    deliveredAt: 1738423491,
    readAt: 1738423492,
    updatedAt: 1738423490,
    ...fields,
  };
}

export const group = {
  guid: 'g1',
  name: 'Team',
  description: 'All of us',
  icon: 'https://x.example/g.png',
  type: 'password',
  owner: 'u1',
  scope: 'admin',
  membersCount: 2,
  hasJoined: true,
  conversationId: 'group_g1',
  metadata: {},
  createdAt: 1638440784,
};

/** Lists as an app returns them, under the paths of the API. */
export const lists: Readonly<Record<string, unknown>> = {
  'roles.json': page([
    { role: 'default', name: 'Default' },
    { role: 'manager', name: 'Manager', description: 'd', settings: { listUsers: 'all' } },
  ]),
  'users-1.json': page([ann, { uid: 'app_system', name: 'System' }]),
  'users-2.json': page([{ uid: 'u2', name: 'Bo', role: 'default', deactivatedAt: 1700000000 }]),
  'groups.json': page({
    0: group,
    1: { guid: 'g2', name: 'Open', type: 'public', owner: 'app_system' },
  }),
  'groups/g1/members.json': page([
    { uid: 'u1', name: 'Ann', scope: 'admin', joinedAt: 1638440784 },
    { uid: 'u2', name: 'Bo', scope: 'participant', joinedAt: 1638440900 },
  ]),
  'groups/g1/bannedusers.json': page([{ uid: 'u3', name: 'Cy' }]),
  'users/u1/friends.json': page([{ uid: 'u2', name: 'Bo' }]),
  'users/u1/blockedusers.json': page([
    { uid: 'u3', name: 'Cy', blockedByMe: true },
    { uid: 'u2', name: 'Bo', blockedByMe: false },
  ]),
  'users/u1/messages.json': page([
    message(),
    message({
      id: '403',
      muid: '',
      sender: 'u2',
      receiver: 'u1',
      parentId: '402',
      data: { text: 'yes' },
      sentAt: 1738423493,
      editedAt: 1738423500,
    }),
    message({
      id: '404',
      muid: 'm4',
      receiverType: 'group',
      receiver: 'g1',
      type: 'image',
      data: {
        attachments: [
          {
            url: 'https://old.example/1.png',
            name: '1.png',
            mimeType: 'image/png',
            extension: 'png',
          },
        ],
      },
      sentAt: 1738423494,
    }),
    message({ id: '405', category: 'action', type: 'groupMember', sentAt: 1738423495 }),
    message({ id: '406', category: 'call', type: 'audio', sentAt: 1738423496 }),
    message({ id: '407', deletedAt: 1738423600, data: {}, sentAt: 1738423497 }),
  ]),
  'users/u2/messages.json': page([message()]),
  'messages/402/reactions.json': page([
    { id: '1', messageId: '402', reaction: '👍', uid: 'u2', reactedAt: 1738423499, reactedBy: ann },
  ]),
  'conversations.json': page([
    { conversationId: 'group_g1', conversationType: 'group', lastMessage: message() },
  ]),
  'apikeys.json': page([{ apiKey: 'secret-key', name: 'Key', scope: 'fullAccess' }]),
};

export function readLists(
  found: Readonly<Record<string, unknown>>,
  options: object = {},
): Promise<WholeExport> {
  const files = Object.entries(found).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return readFiles(Object.fromEntries(files) as Record<string, string>, options);
}
