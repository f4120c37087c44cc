import { z } from 'zod';
import { importedGroup } from '../records/group.ts';
import { memberRecord } from '../records/member.ts';
import { messageRecord } from '../records/message.ts';
import { userRecord } from '../records/user.ts';
import type { Operation } from './operation.ts';

/** One entry for each record. `readImportAnswer` reads it and knows its two nestings. */
const outcomes = z.looseObject({ data: z.unknown() });

const common = {
  area: 'Data Import',
  api: 'chat',
  method: 'POST',
  scope: 'fullAccess',
  onBehalfOf: 'none',
  // The service stores a key once: a repeated record is answered with "already exists".
  repeatable: true,
  budget: 'import',
  answer: outcomes,
  source: 'reference',
} as const;

export const dataImportOperations = {
  'dataImport.users': {
    ...common,
    path: '/data_import/users',
    body: z.strictObject({ users: z.record(z.string(), userRecord) }),
  },
  'dataImport.groups': {
    ...common,
    path: '/data_import/groups',
    body: z.strictObject({ groups: z.record(z.string(), importedGroup) }),
  },
  'dataImport.members': {
    ...common,
    path: '/data_import/members',
    body: z.strictObject({ members: z.record(z.string(), memberRecord) }),
  },
  'dataImport.messages': {
    ...common,
    path: '/data_import/messages',
    body: z.strictObject({ messages: z.record(z.string(), messageRecord) }),
  },
} as const satisfies Record<string, Operation>;
