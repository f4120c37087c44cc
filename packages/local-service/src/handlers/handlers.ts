import type { Handlers } from '../http/call.ts';
import { authTokenHandlers } from './auth-tokens.ts';
import { callHandlers } from './calls.ts';
import { dataImportHandlers } from './data-import.ts';
import { groupMemberHandlers } from './group-members.ts';
import { groupHandlers } from './groups.ts';
import { managementAppHandlers } from './management-apps.ts';
import { messageListHandlers } from './message-lists.ts';
import { messageHandlers } from './messages.ts';
import { userHandlers } from './users.ts';

/** What answers each operation of the contract. */
export const handlers: Handlers = {
  ...userHandlers,
  ...authTokenHandlers,
  ...groupHandlers,
  ...groupMemberHandlers,
  ...messageHandlers,
  ...messageListHandlers,
  ...callHandlers,
  ...dataImportHandlers,
  ...managementAppHandlers,
};
