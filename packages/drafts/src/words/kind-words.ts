import type { InputKind } from '@chatferry/contract';

/** Words for the kind itself, which its own fields may repeat: `user_name` of users. */
export const ownConcepts: Readonly<Partial<Record<InputKind, readonly string[]>>> = {
  users: ['user', 'member'],
  groups: ['group'],
  members: ['member'],
  messages: ['message'],
};

/** Words for other things than the kind, which show no field, but the kind of the rows. */
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
