import type { InputKind } from '@chatferry/contract';

/** Words of the kind itself, which its own fields may repeat: `user_name` of users. */
export const ownConcepts: Readonly<Partial<Record<InputKind, readonly string[]>>> = {
  users: ['user', 'member'],
  groups: ['group'],
  members: ['member'],
  messages: ['message'],
};

/** Words for other things than the kind, that show no field but what the rows are. */
export const cues: Readonly<Partial<Record<InputKind, readonly string[]>>> = {
  users: ['email', 'phone', 'locale', 'secret', 'first', 'last', 'address', 'active'],
  groups: ['description', 'private', 'public', 'visibility', 'owner', 'title', 'group'],
  members: ['joined', 'role', 'member', 'banned'],
  messages: [
    'text',
    'sender',
    'receiver',
    'updated',
    'parent',
    'reaction',
    'mention',
    'sent',
    'message',
  ],
  reactions: ['reaction'],
};
