import type { Kind } from '@chatferry/contract';
import { fault } from './directory.ts';

/** A field that names another record. */
export interface Reference {
  /** The fault that says the other record is missing. */
  readonly fault: number;
  readonly field: string;
  readonly to: 'users' | 'groups';
  /** The field in which the record may bring the other one along; the service then makes it. */
  readonly inline: string;
}

/** What each kind of record refers to. A message's receiver is one of the two, as its `receiverType` says. */
export const references: Readonly<Record<Kind, readonly Reference[]>> = {
  users: [],
  groups: [{ fault: fault.noUser, field: 'owner', to: 'users', inline: 'groupOwnerDetails' }],
  members: [
    { fault: fault.noGroup, field: 'guid', to: 'groups', inline: 'groupDetails' },
    { fault: fault.noUser, field: 'uid', to: 'users', inline: 'userDetails' },
  ],
  messages: [
    { fault: fault.noGroup, field: 'receiver', to: 'groups', inline: 'receiverGroupDetails' },
    { fault: fault.noUser, field: 'sender', to: 'users', inline: 'senderUserDetails' },
    { fault: fault.noReceiver, field: 'receiver', to: 'users', inline: 'receiverUserDetails' },
  ],
};
