import { importGroups } from '../../data-import/groups.ts';
import { importMembers } from '../../data-import/members.ts';
import { importMessages } from '../../data-import/messages.ts';
import { importUsers } from '../../data-import/users.ts';
import type { Handlers } from '../../calls/call.ts';

export const dataImportHandlers = {
  'dataImport.users': ({ body, store }) => importUsers(body, store),
  'dataImport.groups': ({ body, store }) => importGroups(body, store),
  'dataImport.members': ({ body, store }) => importMembers(body, store),
  'dataImport.messages': ({ body, store, app }) => importMessages(body, store, app.oldestSentAt()),
} satisfies Handlers;
