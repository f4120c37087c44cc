import type { z } from 'zod';
import { groupRecord } from './records/group.ts';
import { memberRecord } from './records/member.ts';
import { messageRecord } from './records/message.ts';
import { userRecord } from './records/user.ts';

/** What can be imported. The word is also the root key of the import request. */
export type Kind = 'users' | 'groups' | 'members' | 'messages';

export interface KindDefinition {
  readonly schema: z.ZodType;
  /** The field that holds the record's id, which is also its key in the request. */
  readonly key: string;
  /** Kinds that must have landed before this one is sent. */
  readonly after: readonly Kind[];
  /** The field that says when the thing happened, in UNIX seconds. */
  readonly time: string;
}

/** Everything that depends on the kind of a record; a new kind is a schema and a row here. */
export const kinds = {
  users: { schema: userRecord, key: 'uid', after: [], time: 'createdAt' },
  groups: { schema: groupRecord, key: 'guid', after: ['users'], time: 'createdAt' },
  members: { schema: memberRecord, key: 'memberId', after: ['users', 'groups'], time: 'joinedAt' },
  messages: {
    schema: messageRecord,
    key: 'muid',
    after: ['users', 'groups', 'members'],
    time: 'sentAt',
  },
} as const satisfies Record<Kind, KindDefinition>;

/** The kinds in an order in which each comes after all it depends on. */
export const kindsInOrder: readonly Kind[] = inDependencyOrder(Object.keys(kinds) as Kind[]);

function inDependencyOrder(names: readonly Kind[]): Kind[] {
  const ordered: Kind[] = [];
  const visit = (kind: Kind): void => {
    if (ordered.includes(kind)) return;
    for (const earlier of kinds[kind].after) visit(earlier);
    ordered.push(kind);
  };
  for (const kind of names) visit(kind);
  return ordered;
}
